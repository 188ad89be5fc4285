"""Wang and Hegde (2019): private Q-learning with functional noise, both printed versions."""
