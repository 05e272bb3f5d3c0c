# `just` lists the recipes; each is one command that can be typed as well.

# all checks of the continuous integration
ci:
    bash .ci/run

# the BF machine with a JIT, as ./bf-c
bf:
    cargo run --release -- targets/bf.rpy --opt=jit

# rewrites the expected output of all file tests
bless:
    BLESS=1 cargo test --workspace

# speed of the BF machine on a program, against C
bench-bf program:
    cargo run --release -p benches -- bf {{program}}

# speed of the register machine against C
bench-regmachine:
    cargo run --release -p benches -- regmachine

# classic programs against C
bench-classic:
    cargo run --release -p benches -- classic

# interpreters with and without the JIT
bench-jit:
    cargo run --release -p benches -- jit

# the function of the 2007 paper, by each generator and in C
bench-paper:
    cargo run --release -p benches -- paper

# BF programs specialised ahead of time against C
bench-specialized +programs:
    cargo run --release -p benches -- specialized {{programs}}

# making code by generating extensions, and by interpreting jitcode
bench-extensions:
    cargo run --release -p benches -- extensions

# time and memory of translations
bench-translate:
    cargo run --release -p benches -- translate
