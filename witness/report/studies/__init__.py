"""Measurements that are not part of the pipeline."""
