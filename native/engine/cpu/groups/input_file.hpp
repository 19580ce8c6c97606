#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace rowfuse {

/// A file that threads read by position, so that they share no file offset. A file that shrinks is detected; with mapped memory it would
/// end the process.
class InputFile {
 public:
  InputFile(InputFile const&) = delete;
  InputFile& operator=(InputFile const&) = delete;
  ~InputFile();

  /// Returns null if the file cannot be opened or read by position (a folder, a pipe, a file of /proc). `error` is then an `errno`.
  static std::unique_ptr<InputFile> open(std::string const& path, int& error);

  /// Reads bytes from `place` on, fewer only at the end of the file. Returns their number, or -1 with an `errno` in `error`.
  std::int64_t read(std::int64_t place, char* to, std::int64_t bytes, int& error) const;

  /// The size when the file was opened.
  std::int64_t size() const { return size_; }
  /// The current size, or -1.
  std::int64_t size_now() const;
  /// Describes the change of the file for an error message, which begins with the path.
  std::string change() const;

 private:
  InputFile(int file, std::int64_t size) : file_{file}, size_{size} {}

  int const file_;
  std::int64_t const size_;
};

}  // namespace rowfuse
