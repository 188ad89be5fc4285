"""What each page shows, its template, and writing the site."""
