# A thin front: CMake does the work (see CMakePresets.json). `make` leaves the program at build/liaison.
PREFIX ?= /usr/local

.PHONY: all check demo bench install clean

all:
	@scripts/deps
	@cmake --preset default --log-level=WARNING -DCMAKE_INSTALL_PREFIX=$(PREFIX) >/dev/null
	@cmake --build build -- --quiet

check:
	@scripts/check

demo: all
	build/liaison check examples/hoop.lia
	@echo
	build/liaison derive examples/hoop.lia
	@echo
	build/liaison run examples/hoop.lia --set r=4 --set p=0.2 --set q=1 --until 100 --out build/hoop.csv

bench: all
	@bench/run

install: all
	@cmake --install build

clean:
	rm -rf build
