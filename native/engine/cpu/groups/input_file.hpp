#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace rowfuse {

/// A file that threads read by position: they share no place in it, and a file that shrinks is found out, where mapped memory would end
/// the process.
class InputFile {
 public:
  InputFile(InputFile const&) = delete;
  InputFile& operator=(InputFile const&) = delete;
  ~InputFile();

  /// Null where it cannot be opened, or has no positions to read at (a folder, a pipe, a file of /proc): then `error` is an `errno`.
  static std::unique_ptr<InputFile> open(std::string const& path, int& error);

  /// Bytes from `place` on, fewer only where the file ends: how many, or -1 with an `errno` in `error`.
  std::int64_t read(std::int64_t place, char* to, std::int64_t bytes, int& error) const;

  /// When it was opened.
  std::int64_t size() const { return size_; }
  /// By now, or -1.
  std::int64_t size_now() const;
  /// What has changed, for errors; its path stands before.
  std::string change() const;

 private:
  InputFile(int file, std::int64_t size) : file_{file}, size_{size} {}

  int const file_;
  std::int64_t const size_;
};

}  // namespace rowfuse
