"""What several rooms of this paper share."""
