# SPDX-License-Identifier: Apache-2.0
# A package for Debian: the command, libweir with its headers, and the driver.

DEB_ARCH = $(shell dpkg --print-architecture)
DEB_TRIPLET = $(shell dpkg-architecture -qDEB_HOST_MULTIARCH)
DEB_VERSION := $(LIBWEIR_VERSION)$(LIBWEIR_CANDIDATE:%=~%)
DEB = build/deb/weir_$(DEB_VERSION)_$(DEB_ARCH).deb

.PHONY: deb
deb: build/weir $(LIBWEIR) $(WEIR_MAN) ## a package for this Debian: build/deb/weir_VERSION_ARCH.deb
	@rm -rf build/deb && mkdir -p build/deb/root/DEBIAN build/deb/debian
	@$(MAKE) --no-print-directory -s install DESTDIR=build/deb/root PREFIX=/usr \
	  LIBDIR=lib/$(DEB_TRIPLET) > build/deb/log
	@strip build/deb/root/usr/bin/weir
	@strip --strip-unneeded build/deb/root/usr/lib/$(DEB_TRIPLET)/libweir.so.$(LIBWEIR_VERSION)
	@gzip -9n build/deb/root/usr/share/man/man1/*
	@install -D -m 644 LICENSE build/deb/root/usr/share/doc/weir/copyright
	@printf 'Source: weir\n\nPackage: weir\nArchitecture: any\n' > build/deb/debian/control
	@cd build/deb && dpkg-shlibdeps -Troot/depends --ignore-missing-info root/usr/bin/weir \
	  root/usr/lib/$(DEB_TRIPLET)/libweir.so.$(LIBWEIR_VERSION) -lroot/usr/lib/$(DEB_TRIPLET) \
	  2>> log && mv root/depends .
	@sed -e 's|@version@|$(DEB_VERSION)|;s|@arch@|$(DEB_ARCH)|' \
	  -e "s|@depends@|$$(sed 's/^shlibs:Depends=//' build/deb/depends)|" \
	  -e '/^#/d' -e "s|@size@|$$(du -ks build/deb/root/usr | cut -f1)|" sw/libweir/control.in \
	  > build/deb/root/DEBIAN/control
	@printf 'activate-noawait ldconfig\n' > build/deb/root/DEBIAN/triggers
	@dpkg-deb --root-owner-group --build build/deb/root $(DEB) >> build/deb/log
	@echo "$(DEB)"

.PHONY: regress-deb
regress-deb: deb ## install the package in a new Debian, and compile a program there
	@tests/libweir/chroot.sh $(DEB)

.PHONY: dist
dist: setup-flows ## archive, deb and wheel, built twice and compared, with SBOMs: build/dist
	@sw/dist/dist.sh
