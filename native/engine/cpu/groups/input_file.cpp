#include "input_file.hpp"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>

#if defined(_WIN32)
#include <filesystem>
#include <io.h>
#include <mutex>
#else
#include <unistd.h>
#endif

namespace rowfuse {

#if defined(_WIN32)

namespace {

// Windows has no read by position here, so only one thread reads at a time.
std::mutex one_at_a_time;

}  // namespace

std::unique_ptr<InputFile> InputFile::open(std::string const& path, int& error) {
  int file = -1;
  std::filesystem::path const wide(std::u8string(path.begin(), path.end()));
  error = _wsopen_s(&file, wide.c_str(), _O_RDONLY | _O_BINARY, _SH_DENYNO, _S_IREAD);
  if (error != 0) return nullptr;
  std::int64_t const size = _filelengthi64(file);
  if (size >= 0) return std::unique_ptr<InputFile>(new InputFile(file, size));
  error = errno;
  _close(file);
  return nullptr;
}

InputFile::~InputFile() { _close(file_); }

std::int64_t InputFile::read(std::int64_t place, char* to, std::int64_t bytes, int& error) const {
  std::lock_guard const lock(one_at_a_time);
  if (_lseeki64(file_, place, SEEK_SET) < 0) return error = errno, -1;
  std::int64_t done = 0;
  while (done < bytes) {
    int const more = _read(file_, to + done, static_cast<unsigned>(std::min<std::int64_t>(bytes - done, 1 << 30)));
    if (more < 0) return error = errno, -1;
    if (more == 0) break;
    done += more;
  }
  return done;
}

std::int64_t InputFile::size_now() const { return _filelengthi64(file_); }

#else

std::unique_ptr<InputFile> InputFile::open(std::string const& path, int& error) {
  int file = -1;
  // O_NONBLOCK, so that a pipe does not wait for a writer.
  while ((file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) < 0 && errno == EINTR) {
  }
  if (file < 0) return error = errno, nullptr;
  struct stat state{};
  if (::fstat(file, &state) != 0) {
    error = errno;
  } else if (S_ISDIR(state.st_mode)) {
    error = EISDIR;
  } else if (char byte = 0; !S_ISREG(state.st_mode) || (state.st_size == 0 && ::pread(file, &byte, 1, 0) != 0)) {
    error = ESPIPE;  // a file with bytes but no size is one of /proc
  } else {
    return std::unique_ptr<InputFile>(new InputFile(file, state.st_size));
  }
  ::close(file);
  return nullptr;
}

InputFile::~InputFile() { ::close(file_); }

std::int64_t InputFile::read(std::int64_t place, char* to, std::int64_t bytes, int& error) const {
  std::int64_t done = 0;
  while (done < bytes) {
    ssize_t const more = ::pread(file_, to + done, static_cast<std::size_t>(bytes - done), static_cast<off_t>(place + done));
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) return error = errno, -1;
    if (more == 0) break;
    done += more;
  }
  return done;
}

std::int64_t InputFile::size_now() const {
  struct stat state{};
  return ::fstat(file_, &state) == 0 ? static_cast<std::int64_t>(state.st_size) : -1;
}

#endif

std::string InputFile::change() const {
  std::int64_t const now = size_now();
  if (now == size_) {
    return "has " + std::to_string(size_) +
           " bytes by its file system, and fewer when it was read. Where nothing writes to it, pass a stream: createReadStream(path).";
  }
  return "had " + std::to_string(size_) + " bytes when it was opened, and has " + std::to_string(now) +
         " now. Wait until nothing writes to it.";
}

}  // namespace rowfuse
