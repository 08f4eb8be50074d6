rule records:
    input:
        expand(f"{RESULTS}/triage/{{variant}}/winners.json", variant=VARIANTS),
        expand(f"{RESULTS}/evaluate/test/batch_{{batch}}.jsonl", batch=TEST_BATCHES),
        expand(
            f"{RESULTS}/evaluate/large/{{size}}/batch_{{batch}}.jsonl",
            size=LARGE_SIZES,
            batch=LARGE_BATCHES,
        ),
        expand(f"{RESULTS}/train/{{puzzle}}/predicate.py", puzzle=TRAINING_PUZZLES),
