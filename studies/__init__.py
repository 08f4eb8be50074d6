"""Measurements that are not part of the pipeline, and their pages, a folder for each study.

In a folder, `study.py` measures, `page.py` writes the page (`results.md`) from records and a
template, and `rules.smk` has the rules of the workflow, which finds it by its name. `settings.yaml`
declares what of the configuration the study reads. What studies share is here: `records` goes from
a measurement to its page. Nothing in `witness` imports a study, and no study another one.
"""
