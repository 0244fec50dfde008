// The file system of the core: files in memory, as Go's package syscall expects them at globalThis.fs, written through to IndexedDB. fsync
// returns when the browser has written the files to its disk, so everything that attic reports as kept is on the disk.

const O = {WRONLY: 1, RDWR: 2, CREAT: 64, EXCL: 128, TRUNC: 512, APPEND: 1024, DIRECTORY: 65536};
const DIRECTORY = 0o040000, REGULAR = 0o100000;

class Failure extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

// Files in this folder, for files that the person opens or saves, do not outlive the page.
const passing = '/tmp/';

// parent returns the folder that a file is in.
const parent = (path) => path.slice(0, path.lastIndexOf('/')) || '/';

// The paths of the files that are kept begin with this.
const kept = '/attic/';

// The pauses before another try, in milliseconds: they double from the first to the longest.
const firstPause = 1000, longestPause = 60000;

// The reasons why files could not be written, by the name of the error.
const reasons = {QuotaExceededError: 'this browser has no room left', VersionError: 'a newer version of attic has taken over your files'};

// Files holds the files by their paths. A file is {mode, data, size, mtime, number}; only the first size bytes of data count.
export class Files {
  #files = new Map();
  #open = new Map(); // {file, path, at, append} by descriptor
  #next = 100;
  #number = 1;
  #changed = new Set(); // paths that the database does not hold yet
  #name = ''; // the name of the database
  #database = null; // null: not open
  #opening = null; // settled when it is open
  #read = false; // the files of the database were read; otherwise nothing outlives the page
  #runs = false; // the core uses the files
  #last = Promise.resolve(); // settled when the last write is done
  #soon = 0; // the timer that flushes changes without an fsync
  #failing = false; // the last flush failed
  #missing = new Map(); // by path, the error of the last write, until the path is written
  #pause = firstPause; // before the next try after a failure
  #tabs = null; // the other tabs of this browser: each sends its writes to the others, so that all have the same files
  #heard = []; // writes of other tabs before the files were read
  written = () => {}; // called with the name and the bytes of a file that was written for the person
  fails = () => {}; // called with the sentence that explains why files are not saved, and with '' when all are saved again
  found = () => {}; // called when the kept files can be read that could not be read before the core ran

  // load opens the database and reads all files, and reports whether it could. If not, the files do not outlive the page unless the database
  // can be opened later and is empty.
  async load(name) {
    this.#name = name;
    this.#tabs = new BroadcastChannel(name + ' files');
    this.#tabs.onmessage = ({data}) => this.#read ? this.#follow(data) : this.#heard.push(data);
    this.#add('/', DIRECTORY | 0o755);
    this.#add('/tmp', DIRECTORY | 0o755);
    for (let tries = 3; tries > 0 && !this.#read; tries--) {
      await this.#connect().catch(() => new Promise((done) => setTimeout(done, firstPause / 4)));
    }
    this.#runs = true;
    if (!this.#read) this.#later();
    return this.#read;
  }

  // connect opens the database. If it was open before, all files are written again, because the browser may have emptied it.
  #connect() {
    return this.#opening ??= this.#connected().finally(() => { this.#opening = null; });
  }

  async #connected() {
    const database = await new Promise((done, failed) => {
      const request = indexedDB.open(this.#name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore('files');
      let late = false; // another tab blocked the database; the next try opens it
      request.onblocked = () => failed(late = new Error());
      request.onsuccess = () => late ? request.result.close() : done(request.result);
      request.onerror = () => failed(request.error);
    });
    database.onclose = database.onversionchange = () => {
      database.close(); // another tab may be waiting for it
      if (this.#database === database) this.#later(this.#database = null);
    };
    if (!this.#read) {
      const store = database.transaction('files').objectStore('files');
      const all = (request) => new Promise((done, failed) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => failed(request.error);
      });
      const [paths, values] = await Promise.all([all(store.getAllKeys()), all(store.getAll())]);
      if (this.#runs && paths.length > 0) { // two sets of games cannot be merged
        database.close();
        this.#later = () => {};
        return this.found();
      }
      paths.forEach((path, i) => {
        const file = this.#add(path, values[i].mode);
        file.data = values[i].data;
        file.size = file.data.length;
        file.mtime = values[i].mtime;
      });
      this.#read = true;
      for (const list of this.#heard.splice(0)) this.#follow(list);
    }
    if (this.#runs) this.#all();
    this.#database = database;
  }

  // follow adopts the writes of another tab, except for files that this tab is about to write.
  #follow(list) {
    for (const [path, value] of list) {
      if (this.#changed.has(path)) continue;
      if (value) Object.assign(this.#files.get(path) ?? this.#add(path, value.mode), {...value, size: value.data.length});
      else this.#files.delete(path);
    }
  }

  // all marks all files that outlive the page as changed.
  #all() {
    for (const path of this.#files.keys()) if ((path + '/').startsWith(kept)) this.#changed.add(path);
  }

  // later flushes after a pause, which grows each time.
  #later = () => {
    this.#soon ||= setTimeout(() => this.again(), this.#pause);
    this.#pause = Math.min(2 * this.#pause, longestPause);
  };

  // again repeats a failed attempt immediately.
  again() {
    this.#soon = clearTimeout(this.#soon) ?? 0;
    (this.#read ? Promise.resolve() : this.#connect().catch(() => this.#later())).then(() => this.#flush()).catch(() => {});
  }

  // settled returns when everything is on the disk, however long that takes, or immediately if nothing outlives the page.
  async settled() {
    while (this.#read && !(await this.#flush().then(() => true, () => false))) await new Promise((done) => setTimeout(done, firstPause));
  }

  // flush writes the changes and returns when they are on the disk.
  #flush() {
    if (!this.#read) return Promise.reject(new Failure('EROFS'));
    if (this.#database && this.#changed.size === 0) return this.#last;
    this.#soon = clearTimeout(this.#soon) ?? 0;
    this.#last = (this.#database ? this.#write() : this.#connect().then(() => this.#write())).then(() => {
      for (const [, error] of this.#missing) throw error; // this write may have succeeded although files of an earlier one are still missing
    }).then(() => {
      if (this.#failing) this.fails('');
      this.#failing = false;
      this.#pause = firstPause;
    }, (error) => {
      this.#failing = true;
      this.fails(`Not everything is saved: ${reasons[error?.name] ?? 'this browser cannot write it'}. attic keeps trying; leave this page open.`);
      this.#later();
      throw new Failure(error?.name === 'QuotaExceededError' ? 'ENOSPC' : 'EIO');
    });
    return this.#last;
  }

  // write writes the changes to the open database.
  #write() {
    const paths = [...this.#changed];
    this.#changed.clear();
    let list;
    return new Promise((done, failed) => {
      const again = (error) => {
        paths.forEach((path) => this.#changed.add(path) && this.#missing.set(path, error));
        failed(error);
      };
      try {
        const transaction = this.#database.transaction('files', 'readwrite', {durability: 'strict'});
        const store = transaction.objectStore('files');
        list = paths.map((path) => [path, this.#files.get(path)]).map(([path, file]) => [path, file && {mode: file.mode, data: file.data.slice(0, file.size), mtime: file.mtime}]);
        for (const [path, value] of list) value ? store.put(value, path) : store.delete(path);
        transaction.oncomplete = () => done();
        transaction.onabort = () => again(transaction.error);
      } catch (error) {
        this.#database = null; // the browser may have closed it
        again(error);
      }
    }).then(() => {
      for (const path of paths) this.#missing.delete(path);
      this.#tabs.postMessage(list);
    });
  }

  #add(path, mode) {
    const file = {mode, data: new Uint8Array(0), size: 0, mtime: Date.now(), number: this.#number++};
    this.#files.set(path, file);
    return file;
  }

  #touch(path) {
    if (path.startsWith(passing)) return;
    this.#changed.add(path);
    this.#soon ||= setTimeout(() => this.again(), firstPause); // a heartbeat is written without fsync, but must outlive the page
  }

  // #listed updates the time of the folder in which a file was added or removed.
  #listed(path) {
    const folder = this.#files.get(parent(path));
    if (!folder || !(parent(path) + '/').startsWith(kept)) return;
    folder.mtime = Math.max(Date.now(), folder.mtime + 1);
    this.#touch(parent(path));
  }

  // put stores a file that the person has chosen until the page ends, and returns its path.
  put(name, data) {
    const path = passing + name.replaceAll('/', '_');
    Object.assign(this.#add(path, REGULAR | 0o644), {data, size: data.length});
    return path;
  }

  // all returns a backup: all files that outlive the page, as one file.
  async all() {
    const files = [];
    for (const [path, {mode, mtime, data, size}] of this.#files) {
      if (!path.startsWith(kept)) continue;
      files.push([path, mode, mtime, btoa(Array.from(data.subarray(0, size), (byte) => String.fromCharCode(byte)).join(''))]);
    }
    return new TextEncoder().encode(JSON.stringify({attic: 1, files}));
  }

  // replace replaces all files that outlive the page with those of a backup, and returns when they are on the disk.
  async replace(text) {
    const {attic, files} = JSON.parse(text);
    if (attic !== 1) throw new Error('it comes from another version of attic');
    const made = files.map(([path, mode, mtime, data]) => {
      if (!path.startsWith(kept) || typeof mode !== 'number' || typeof mtime !== 'number') throw new Error('it is damaged');
      return [path, mode, mtime, Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))];
    });
    const before = new Map(this.#files);
    for (const path of [...this.#files.keys()]) {
      if (!path.startsWith(kept)) continue;
      this.#files.delete(path);
      this.#touch(path);
    }
    for (const [path, mode, mtime, data] of made) {
      Object.assign(this.#add(path, mode), {data, size: data.length, mtime});
      this.#touch(path);
    }
    await this.#flush().catch(() => {
      this.#all(); // so that the new files are removed
      this.#files = before;
      this.#all();
      throw new Error('this browser could not save it');
    });
  }

  #get(path) {
    const file = this.#files.get(path);
    if (!file) throw new Failure('ENOENT');
    return file;
  }

  #of(fd) {
    const open = this.#open.get(fd);
    if (!open) throw new Failure('EBADF');
    return open;
  }

  #folder(path) {
    const file = this.#get(path);
    if (!(file.mode & DIRECTORY)) throw new Failure('ENOTDIR');
    return file;
  }

  #within(path) {
    const start = path === '/' ? '/' : path + '/';
    return [...this.#files.keys()].filter((other) => other !== path && other.startsWith(start) && !other.slice(start.length).includes('/'));
  }

  #stat(file) {
    const folder = (file.mode & DIRECTORY) !== 0;
    return {
      dev: 1, ino: file.number, mode: file.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size: file.size, blksize: 4096, blocks: Math.ceil(file.size / 512),
      atimeMs: file.mtime, mtimeMs: file.mtime, ctimeMs: file.mtime, isDirectory: () => folder,
    };
  }

  #resize(file, size) {
    if (size > file.data.length) {
      const data = new Uint8Array(Math.max(size, 2 * file.data.length));
      data.set(file.data.subarray(0, file.size));
      file.data = data;
    } else if (size > file.size) {
      file.data.fill(0, file.size, size);
    }
    file.size = size;
  }

  // calls returns the functions for package syscall.
  calls() {
    const files = this;
    const decoder = new TextDecoder();
    let line = '';
    const now = (what) => (...args) => {
      const callback = args.pop();
      let result;
      try {
        result = what(...args.map((arg) => (typeof arg === 'string' ? tidy(arg) : arg)));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        callback(error);
        return;
      }
      callback(null, result);
    };
    const tidy = (path) => {
      if (!path.startsWith('/')) path = passing + path;
      const parts = [];
      for (const part of path.split('/')) {
        if (part === '..') parts.pop();
        else if (part !== '' && part !== '.') parts.push(part);
      }
      return '/' + parts.join('/');
    };
    const refuse = (...args) => args.pop()(new Failure('ENOSYS'));
    return {
      constants: {O_WRONLY: O.WRONLY, O_RDWR: O.RDWR, O_CREAT: O.CREAT, O_TRUNC: O.TRUNC, O_APPEND: O.APPEND, O_EXCL: O.EXCL, O_DIRECTORY: O.DIRECTORY},
      writeSync(fd, data) {
        line += decoder.decode(data);
        const end = line.lastIndexOf('\n');
        if (end >= 0) console.log(line.slice(0, end));
        line = line.slice(end + 1);
        return data.length;
      },
      write(fd, data, offset, length, position, callback) {
        if (fd <= 2) {
          callback(null, this.writeSync(fd, data.subarray(offset, offset + length)));
          return;
        }
        now(() => {
          const open = files.#of(fd);
          let at = position ?? (open.append ? open.file.size : open.at);
          if (at + length > open.file.size) files.#resize(open.file, at + length);
          open.file.data.set(data.subarray(offset, offset + length), at);
          if (position === null) open.at = at + length;
          open.file.mtime = Date.now();
          files.#touch(open.path);
          return length;
        })(callback);
      },
      read(fd, data, offset, length, position, callback) {
        now(() => {
          const open = files.#of(fd);
          const at = position ?? open.at;
          const n = Math.max(Math.min(length, open.file.size - at), 0);
          data.set(open.file.data.subarray(at, at + n), offset);
          if (position === null) open.at = at + n;
          return n;
        })(callback);
      },
      open: now((path, flags, mode) => {
        let file = files.#files.get(path);
        if (file && flags & O.CREAT && flags & O.EXCL) throw new Failure('EEXIST');
        if (!file) {
          if (!(flags & O.CREAT)) throw new Failure('ENOENT');
          files.#folder(parent(path));
          file = files.#add(path, REGULAR | (mode & 0o777));
          files.#touch(path);
          files.#listed(path);
        }
        const folder = (file.mode & DIRECTORY) !== 0;
        if (folder && flags & (O.WRONLY | O.RDWR)) throw new Failure('EISDIR');
        if (!folder && flags & O.DIRECTORY) throw new Failure('ENOTDIR');
        if (flags & O.TRUNC) {
          files.#resize(file, 0);
          files.#touch(path);
        }
        const fd = files.#next++;
        files.#open.set(fd, {file, path, at: 0, append: (flags & O.APPEND) !== 0});
        return fd;
      }),
      close: now((fd) => {
        files.#of(fd);
        files.#open.delete(fd);
      }),
      fsync(fd, callback) {
        if (files.#open.get(fd)?.path.startsWith(passing)) {
          callback(null);
          return;
        }
        files.#flush().then(() => callback(null), callback);
      },
      fstat: now((fd) => files.#stat(files.#of(fd).file)),
      stat: now((path) => files.#stat(files.#get(path))),
      lstat: now((path) => files.#stat(files.#get(path))),
      ftruncate: now((fd, size) => {
        const open = files.#of(fd);
        files.#resize(open.file, size);
        files.#touch(open.path);
      }),
      truncate: now((path, size) => {
        files.#resize(files.#get(path), size);
        files.#touch(path);
      }),
      mkdir: now((path, mode) => {
        if (files.#files.has(path)) throw new Failure('EEXIST');
        files.#folder(parent(path));
        files.#add(path, DIRECTORY | (mode & 0o777));
        files.#touch(path);
        files.#listed(path);
      }),
      readdir: now((path) => {
        files.#folder(path);
        return files.#within(path).map((other) => other.slice(other.lastIndexOf('/') + 1));
      }),
      rename: now((from, to) => {
        const file = files.#get(from);
        files.#folder(parent(to));
        for (const path of [...files.#files.keys()].filter((path) => path.startsWith(from + '/'))) {
          const moved = to + path.slice(from.length);
          files.#files.set(moved, files.#files.get(path));
          files.#files.delete(path);
          files.#touch(path);
          files.#touch(moved);
        }
        files.#files.delete(from);
        files.#files.set(to, file);
        for (const open of files.#open.values()) if (open.file === file) open.path = to;
        for (const path of [from, to]) {
          files.#touch(path);
          files.#listed(path);
        }
        if (to.startsWith(passing)) files.written(to.slice(passing.length), file.data.slice(0, file.size));
      }),
      unlink: now((path) => {
        if (files.#get(path).mode & DIRECTORY) throw new Failure('EISDIR');
        files.#files.delete(path);
        files.#touch(path);
        files.#listed(path);
      }),
      rmdir: now((path) => {
        files.#folder(path);
        if (files.#within(path).length > 0) throw new Failure('ENOTEMPTY');
        files.#files.delete(path);
        files.#touch(path);
        files.#listed(path);
      }),
      chmod: now((path, mode) => {
        const file = files.#get(path);
        file.mode = (file.mode & ~0o777) | (mode & 0o777);
        files.#touch(path);
      }),
      fchmod: now((fd, mode) => {
        const open = files.#of(fd);
        open.file.mode = (open.file.mode & ~0o777) | (mode & 0o777);
        files.#touch(open.path);
      }),
      utimes: now((path, atime, mtime) => {
        files.#get(path).mtime = mtime * 1000;
        files.#touch(path);
      }),
      chown: refuse, fchown: refuse, lchown: refuse, link: refuse, symlink: refuse, readlink: refuse,
    };
  }
}
