"""Measurements that are not part of the pipeline, and their pages in docs/, a package for each.

In a package, `study` measures and `page` writes the page; `records` reads and writes what goes from
one to the other. The rules of the workflow are in workflow/rules/studies/.
"""
