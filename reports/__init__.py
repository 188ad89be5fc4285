"""From results.json to a static site. This package knows neither the papers nor the solvers: it reads only JSON."""
