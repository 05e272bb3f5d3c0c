"""What the C compiler and the linker are told."""


class ExternalCompilationInfo(object):
    """Headers, C sources, libraries and options that functions of C need."""

    def __init__(self, pre_include_bits=(), includes=(), include_dirs=(), post_include_bits=(), libraries=(),
                 library_dirs=(), separate_module_sources=(), separate_module_files=(), compile_extra=(),
                 link_extra=(), frameworks=(), link_files=(), testonly_libraries=(), use_cpp_linker=False,
                 platform=None):
        self.pre_include_bits = self._texts('pre_include_bits', pre_include_bits)
        self.includes = self._texts('includes', includes)
        self.include_dirs = self._texts('include_dirs', include_dirs)
        self.post_include_bits = self._texts('post_include_bits', post_include_bits)
        self.libraries = self._texts('libraries', libraries)
        self.library_dirs = self._texts('library_dirs', library_dirs)
        self.separate_module_sources = self._texts('separate_module_sources', separate_module_sources)
        self.separate_module_files = self._texts('separate_module_files', separate_module_files)
        self.compile_extra = self._texts('compile_extra', compile_extra)
        self.link_extra = self._texts('link_extra', link_extra)
        self.frameworks = self._texts('frameworks', frameworks)
        self.link_files = self._texts('link_files', link_files)
        self.testonly_libraries = self._texts('testonly_libraries', testonly_libraries)
        self.use_cpp_linker = use_cpp_linker
        self.platform = platform
        self.header_lines = self._header_lines()

    @classmethod
    def from_pkg_config(cls, pkgname):
        """What pkg-config says of a package; ImportError if it says nothing."""
        return cls._from_words('pkg-config', [pkgname])

    @classmethod
    def from_config_tool(cls, execonfigtool):
        """What a program like `sdl-config` says; ImportError if there is none."""
        return cls._from_words(execonfigtool, [])

    @classmethod
    def _from_words(cls, tool, names):
        import subprocess
        words = []
        for wanted in ['--cflags', '--libs']:
            try:
                done = subprocess.Popen([tool] + names + [wanted], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                out = done.communicate()[0]
            except OSError:
                raise ImportError("cannot run %r" % (tool,))
            if done.returncode != 0:
                raise ImportError("%s has nothing on %s" % (tool, ' '.join(names) or wanted))
            words.append((out if isinstance(out, str) else out.decode('ascii')).split())

        def those(words, start):
            return [w[len(start):] for w in words if w.startswith(start)]
        compile, link = words
        return cls(include_dirs=those(compile, '-I'), compile_extra=[w for w in compile if not w.startswith('-I')],
                   libraries=those(link, '-l'), library_dirs=those(link, '-L'),
                   link_extra=[w for w in link if w[:2] not in ('-l', '-L')])

    def _texts(self, name, values):
        if isinstance(values, str):
            raise TypeError("%s of an ExternalCompilationInfo is a list of strings" % name)
        return [str(v) for v in values]

    def _freeze_(self):
        return True

    def _header_lines(self):
        """What stands in front of C code that calls the functions: names of headers, and text behind a line's end; behind a tab,
        text for in front of the headers."""
        lines = ['\t' + bits for bits in self.pre_include_bits] + list(self.includes)
        lines.extend(['\n' + bits for bits in self.post_include_bits])
        if any([word in bits for word in _RPYTHON_WORDS for bits in self.pre_include_bits + self.post_include_bits +
                self.separate_module_sources]):
            lines.insert(0, '"src/precommondefs.h"')
        return lines

    def merge(self, *others):
        """One info with what this and the others say."""
        kwds = {}
        for name in _LISTS:
            values = list(getattr(self, name))
            for other in others:
                for v in getattr(other, name):
                    if v not in values or name.endswith('_extra'):
                        values.append(v)
            kwds[name] = values
        return ExternalCompilationInfo(**kwds)


_RPYTHON_WORDS = ['RPY_', 'Signed', 'Unsigned', 'SIGNED_MIN']
_LISTS = ['pre_include_bits', 'includes', 'include_dirs', 'post_include_bits', 'libraries', 'library_dirs',
          'separate_module_sources', 'separate_module_files', 'compile_extra', 'link_extra', 'frameworks',
          'link_files', 'testonly_libraries']
