#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <utility>
#include <vector>

#include <rowfuse/arrow/column.hpp>
#include <rowfuse/arrow/layout.hpp>

#include "../api/device_options.hpp"
#include "device_session.hpp"
#include "upload_columns.hpp"

namespace rowfuse::cuda {

/// Copies columns of the host to the device in parts. Another thread takes the rows of a part while the next part is copied on a stream of
/// its own. At most two parts are on the device at a time.
class ColumnParts {
 public:
  /// Rows [first, end) of columns.
  struct Part {
    std::int64_t first = 0;
    std::int64_t end = 0;
  };
  /// Takes the rows of a part, which are present once `ready` has passed. Row numbers are those of the whole columns; other rows are not
  /// present. Runs on any thread, one call at a time. Returns false after a failure, which its owner knows.
  using Take = std::function<bool(Part const& part, std::vector<arrow::InputColumn> const& columns, cudaEvent_t ready)>;

  ColumnParts(DeviceOptions options, arrow::Layout const& layout, Take take) : layout_(layout), take_(std::move(take)), session_(options) {}
  ColumnParts(ColumnParts const&) = delete;
  ColumnParts& operator=(ColumnParts const&) = delete;
  ~ColumnParts();

  /// Copies all rows of columns, and waits until they have been taken. Returns false if a copy or `take` failed.
  bool add(std::vector<arrow::InputColumn> const& host, std::int64_t length);

  /// Copies the rows of a part on a session's stream: only sound text, or all of it (see `upload_columns`).
  bool bring(DeviceSession& session, std::vector<arrow::InputColumn> const& host, Part const& part, bool only_sound,
             std::vector<UploadedColumn>& columns, std::vector<arrow::InputColumn>& views) const;

  /// The session of the copies. Any thread may cancel it.
  DeviceSession& session() { return session_; }

 private:
  std::int64_t end_of_part(std::vector<arrow::InputColumn> const& host, std::int64_t first, std::int64_t length) const;
  std::int64_t bytes_of(std::vector<arrow::InputColumn> const& host, std::int64_t first, std::int64_t end) const;

  arrow::Layout const& layout_;
  Take const take_;
  DeviceSession session_;
  std::vector<UploadedColumn> columns_[2];
  std::future<bool> taking_;
};

}  // namespace rowfuse::cuda
