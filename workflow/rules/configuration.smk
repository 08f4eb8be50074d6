# What an experiment is: its configuration, the bias and the background that it is run with, and the
# machine. No other rule asks for it before the report (or every change of a setting would make
# everything anew), but it comes first.


rule configuration:
    input:
        bias=BIAS,
        bk=BK,
    output:
        config=f"{RESULTS}/config.yaml",
        bias=f"{RESULTS}/bias.pl",
        bk=f"{RESULTS}/bk.pl",
        machine=f"{RESULTS}/machine.json",
    log:
        f"{LOGS}/configuration.log",
    priority: 100
    localrule: True
    params:
        code=code("configuration"),
        config=EXPERIMENT,
    script:
        "../scripts/configuration.py"
