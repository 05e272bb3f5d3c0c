# os: processes, their statuses, and other functions that only a running program has.
import os

WNOHANG = 1


def child_that(what):
    pid = os.fork()
    if pid == 0:
        if what == 'exit':
            os._exit(7)
        if what == 'die':
            os.kill(os.getpid(), 9)
        if what == 'run':
            try:
                os.execv('/bin/sh', ['sh', '-c', 'exit 3'])
            except OSError:
                os._exit(99)
        if what == 'env':
            os.execve('/bin/sh', ['sh', '-c', 'exit $CODE'], {'CODE': '42'})
        if what == 'search':
            os.execvp('sh', ['sh', '-c', 'echo from the child; exit 0'])
        os._exit(98)
    done, status = os.waitpid(pid, 0)
    assert done == pid
    return status


def show(what):
    status = child_that(what)
    if os.WIFEXITED(status):
        print(what, 'exited', os.WEXITSTATUS(status))
    elif os.WIFSIGNALED(status):
        print(what, 'signal', os.WTERMSIG(status), os.WIFSTOPPED(status))


def talk():
    r, w = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(r)
        os.write(w, 'hello from %d' % (os.getppid() > 0))
        os._exit(0)
    os.close(w)
    text = os.read(r, 100)
    os.close(r)
    done, status = os.wait()
    print(text, done == pid, status)


def files():
    path = '/tmp/tw_processes_%d' % os.getpid()
    old = os.umask(0o77)
    fd = os.open(path, os.O_CREAT | os.O_WRONLY, 0o666)
    print('%o' % (os.stat(path).st_mode & 0o777))
    os.umask(old)
    os.fchmod(fd, 0o640)
    os.close(fd)
    print('%o' % (os.stat(path).st_mode & 0o777), os.umask(old) == old)
    os.utime(path, (1000, 2000))
    print(int(os.stat(path).st_atime), int(os.stat(path).st_mtime))
    os.unlink(path)
    os.mkfifo(path, 0o600)
    print('%o' % (os.stat(path).st_mode & 0o170000))
    os.unlink(path)


def entry_point(argv):
    for what in ['exit', 'die', 'run', 'env', 'search']:
        show(what)
    talk()
    files()
    print(os.uname()[0], os.cpu_count() >= 1, os.times()[4] > 0.0, os.getpgrp() == os.getpgid(0), os.getloadavg()[0] >= 0.0)
    try:
        os.waitpid(-1, WNOHANG)
    except OSError as e:
        print(e.errno)
    return 0


def target(driver, args):
    return entry_point, None
