"""``python -m docs.site`` builds the site."""

from docs.site.building import main

main()
