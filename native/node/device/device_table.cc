#include "device_table.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <rowfuse/binding.hpp>

#include "../../engine/api/device_operations.hpp"
#include "../job/environment.hpp"
#include "../job/pending.hpp"
#include "../job/settle.hpp"
#include "../job/task.hpp"
#include "../memory/buffers.hpp"
#include "../values/integers.hpp"
#include "column_handle.hpp"

namespace rowfuse::node {

namespace {

/// An operation for which a promise waits, with the buffers that it borrows from JavaScript.
class DeviceJob final : public Task {
 public:
  using Resolve = std::function<Napi::Value(Napi::Env, cuda::DeviceOperation&)>;

  DeviceJob(std::unique_ptr<cuda::DeviceOperation> operation, Resolve resolve)
      : operation_(std::move(operation)), resolve_(std::move(resolve)) {}

  /// Keeps the memory behind `buffers` until the operation is over.
  void borrow(Buffers const& buffers) {
    views_ = Napi::Persistent(buffers.views());
    memory_ = buffers.memory();
  }

  Napi::Value run(Napi::Env env, Pending& pending) {
    deferred_ = pending.deferred();
    bool const started =
        Environment::of(env).run(shared_from_this(), [&](std::function<void()> done) { return operation_->start(std::move(done)); });
    if (started) return pending.promise();
    drop();
    return pending.reject("OutOfMemory", no_threads);
  }

  void cancel() override { operation_->cancel(); }

  void settle(Napi::Env env) override {
    if (operation_->failure == Failure::none) {
      napi_resolve_deferred(env, deferred_, resolve_(env, *operation_));
    } else {
      napi_reject_deferred(env, deferred_, failure_error(env, operation_->failure, operation_->message));
    }
    drop();
  }

  void drop() override {
    views_.Reset();
    memory_.clear();
    operation_.reset();
    resolve_ = nullptr;
  }

 private:
  std::unique_ptr<cuda::DeviceOperation> operation_;
  Resolve resolve_;
  napi_deferred deferred_ = nullptr;
  Napi::Reference<Napi::Array> views_;
  std::vector<std::shared_ptr<void>> memory_;
};

constexpr char const* no_cuda = "This addon was built without CUDA. Build it where nvcc is installed.";

/// Names of column types in the order of arrow::TypeId.
constexpr std::array type_names = {"none",         "bool",          "int8",          "int16",         "int32",   "uint8", "uint16",
                                   "uint32",       "int64",         "uint64",        "float32",       "float64", "utf8",  "date32",
                                   "timestamp[s]", "timestamp[ms]", "timestamp[us]", "timestamp[ns]", "binary"};
static_assert(type_names.size() == static_cast<std::size_t>(arrow::TypeId::binary) + 1);

bool read_types(Napi::Value names, std::vector<arrow::ColumnType>& types) {
  if (!names.IsArray()) return false;
  auto const list = names.As<Napi::Array>();
  for (std::uint32_t i = 0; i < list.Length(); ++i) {
    Napi::Value const value = list.Get(i);
    if (!value.IsString()) return false;
    std::string const name = value.As<Napi::String>();
    std::size_t id = 1;
    while (id < type_names.size() && name != type_names[id]) ++id;
    if (id == type_names.size()) return false;
    types.push_back({static_cast<arrow::TypeId>(id), true});
  }
  return true;
}

/// Reads a number of rows.
bool read_rows(Napi::Value value, std::int64_t& rows) { return read_integer(value, 0, static_cast<double>(most_rows), rows); }

/// Reads columns of one device with at least `rows` rows. Undefined stands for a column that is not needed. Returns false, with `problem`
/// set, for anything else.
bool read_columns(Napi::Value value, std::int64_t rows, std::vector<cuda::SharedColumn>& columns, int& device, std::string& problem) {
  if (!value.IsArray()) {
    problem = "columns must be an array";
    return false;
  }
  auto const list = value.As<Napi::Array>();
  int found = -1;
  for (std::uint32_t i = 0; i < list.Length(); ++i) {
    Napi::Value const entry = list.Get(i);
    columns.emplace_back();
    if (entry.IsUndefined()) continue;
    cuda::SharedColumn column = unwrap_column(value.Env(), entry);
    if (column == nullptr) {
      problem = "column " + std::to_string(i) + " is no column of a device table, or was freed";
      return false;
    }
    cuda::ResidentColumnInfo const info = cuda::describe(*column);
    if (info.length < rows || (found >= 0 && info.device != found)) {
      problem = "column " + std::to_string(i) + " is too short, or on another device than the others";
      return false;
    }
    found = info.device;
    columns.back() = std::move(column);
  }
  if (found >= 0) device = found;
  return true;
}

cuda::DeviceOptions options_of(Napi::Env env) {
  Environment::Settings const& settings = Environment::of(env).settings;
  return {settings.device, settings.threads};
}

Napi::Object column_object(Napi::Env env, cuda::SharedColumn const& column) {
  cuda::ResidentColumnInfo const info = cuda::describe(*column);
  Napi::Object const object = Napi::Object::New(env);
  object.Set("handle", wrap_column(env, column));
  object.Set("valuesBytes", static_cast<double>(info.values_bytes));
  object.Set("deviceBytes", static_cast<double>(info.device_bytes));
  return object;
}

Napi::Array column_objects(Napi::Env env, std::vector<cuda::SharedColumn> const& columns) {
  Napi::Array const array = Napi::Array::New(env, columns.size());
  for (std::uint32_t i = 0; i < columns.size(); ++i) array.Set(i, column_object(env, columns[i]));
  return array;
}

/// `upload(types, length, columns)`
Napi::Value upload(Napi::CallbackInfo const& info) {
  Napi::Env const env = info.Env();
  Pending pending(env);
  std::vector<arrow::ColumnType> types;
  std::int64_t length = 0;
  if (!read_types(info[0], types) || !read_rows(info[1], length)) {
    return pending.reject("InvalidArgument", "upload takes the types of columns, a length and their buffers");
  }
  arrow::Layout const layout{types.data(), static_cast<std::int32_t>(types.size()), nullptr, 0};
  Buffers buffers(env);
  if (!buffers.read_inputs(info[2], layout, length)) return pending.reject("InvalidArgument", buffers.problem);
  cuda::DeviceOptions const options = options_of(env);
  auto operation = cuda::make_upload(std::move(types), std::move(buffers.inputs), length, options);
  if (operation == nullptr) return pending.reject("DeviceError", no_cuda);
  auto const job = std::make_shared<DeviceJob>(std::move(operation),
                                               [device = options.device](Napi::Env now, cuda::DeviceOperation& done) -> Napi::Value {
                                                 auto const& result = static_cast<cuda::UploadOperation&>(done);
                                                 Napi::Object const object = Napi::Object::New(now);
                                                 object.Set("device", device);
                                                 object.Set("columns", column_objects(now, result.columns));
                                                 if (result.malformed_row >= 0) {
                                                   Napi::Object const malformed = Napi::Object::New(now);
                                                   malformed.Set("column", result.malformed_column);
                                                   malformed.Set("row", static_cast<double>(result.malformed_row));
                                                   object.Set("malformed", malformed);
                                                 }
                                                 return object;
                                               });
  job->borrow(buffers);
  return job->run(env, pending);
}

/// `run(transform, first, length, columns, scalars)`
Napi::Value run(Napi::CallbackInfo const& info) {
  Napi::Env const env = info.Env();
  Pending pending(env);
  std::int64_t first = 0;
  std::int64_t length = 0;
  if (!info[0].IsString() || !read_rows(info[1], first) || !read_rows(info[2], length)) {
    return pending.reject("InvalidArgument", "run takes a transform, its first row, a length and columns");
  }
  std::string const name = info[0].As<Napi::String>();
  Registration const* const transform = Registration::find(name.c_str());
  if (transform == nullptr || transform->cpu.layout.grouped) {
    return pending.reject("InvalidArgument", "This addon holds no transform '" + name + "'. Run `rowfuse build`.");
  }
  if (transform->cuda == nullptr) return pending.reject("DeviceError", no_cuda);
  cuda::DeviceOptions options = options_of(env);
  std::vector<cuda::SharedColumn> columns;
  std::string problem;
  if (!read_columns(info[3], first + length, columns, options.device, problem)) {
    return pending.reject("InvalidArgument", problem);
  }
  arrow::Layout const& layout = transform->cuda->layout;
  bool fits = columns.size() == static_cast<std::size_t>(layout.input_count);
  for (std::size_t i = 0; fits && i < columns.size(); ++i) {
    arrow::TypeId const type = layout.inputs[i].id;
    if (type == arrow::TypeId::none) continue;
    fits = columns[i] != nullptr && cuda::describe(*columns[i]).type == type;
  }
  if (!fits) return pending.reject("InvalidArgument", "the columns are not those that the transform declares");
  Buffers buffers(env);
  std::vector<arrow::InputColumn> scalars;
  if (!buffers.read_scalars(info[4], layout, scalars)) return pending.reject("InvalidArgument", buffers.problem);
  auto const job =
      std::make_shared<DeviceJob>(cuda::make_run(*transform->cuda, std::move(columns), std::move(scalars), first, length, options),
                                  [](Napi::Env now, cuda::DeviceOperation& done) -> Napi::Value {
                                    auto const& result = static_cast<cuda::RunOperation&>(done);
                                    Napi::Object const object = Napi::Object::New(now);
                                    object.Set("columns", column_objects(now, result.columns));
                                    object.Set("nullCounts", numbers(now, result.null_counts));
                                    object.Set("deviceMs", result.device_ms);
                                    if (result.rows >= 0) object.Set("rows", Napi::Number::New(now, static_cast<double>(result.rows)));
                                    set_fault(now, object, result.fault_row, result.fault);
                                    return object;
                                  });
  job->borrow(buffers);
  return job->run(env, pending);
}

/// `download(columns, outputs)`
Napi::Value download(Napi::CallbackInfo const& info) {
  Napi::Env const env = info.Env();
  Pending pending(env);
  cuda::DeviceOptions options = options_of(env);
  std::vector<cuda::SharedColumn> columns;
  std::string problem;
  if (!read_columns(info[0], 0, columns, options.device, problem)) return pending.reject("InvalidArgument", problem);
  std::vector<arrow::ColumnType> types;
  std::vector<std::int64_t> bytes;
  std::int64_t length = 0;
  for (cuda::SharedColumn const& column : columns) {
    if (column == nullptr) return pending.reject("InvalidArgument", "download takes columns");
    cuda::ResidentColumnInfo const described = cuda::describe(*column);
    if (!types.empty() && described.length != length) {
      return pending.reject("InvalidArgument", "download takes columns of one length");
    }
    length = described.length;
    types.push_back({described.type, described.nullable});
    bytes.push_back(described.values_bytes);
  }
  arrow::Layout const layout{nullptr, 0, types.data(), static_cast<std::int32_t>(types.size())};
  Buffers buffers(env);
  if (!buffers.read_outputs(info[1], layout, length, bytes)) return pending.reject("InvalidArgument", buffers.problem);
  auto operation = cuda::make_download(std::move(columns), std::move(buffers.outputs), options);
  if (operation == nullptr) return pending.reject("DeviceError", no_cuda);
  auto const job = std::make_shared<DeviceJob>(std::move(operation),
                                               [](Napi::Env now, cuda::DeviceOperation&) -> Napi::Value { return now.Undefined(); });
  job->borrow(buffers);
  return job->run(env, pending);
}

Napi::Value row_value(Napi::Env env, cuda::RowOperation::Value const& value) {
  Napi::Object const object = Napi::Object::New(env);
  Napi::ArrayBuffer bytes = Napi::ArrayBuffer::New(env, value.values.size());
  if (bytes.IsEmpty()) return object;  // a worker thread that is being terminated cannot make objects
  std::copy(value.values.begin(), value.values.end(), static_cast<std::uint8_t*>(bytes.Data()));
  object.Set("values", Napi::Uint8Array::New(env, value.values.size(), bytes, 0));
  Napi::Array const offsets = Napi::Array::New(env, 2);
  offsets.Set(0u, value.offsets[0]);
  offsets.Set(1u, value.offsets[1]);
  object.Set("offsets", offsets);
  object.Set("sound", value.sound);
  object.Set("present", value.present);
  return object;
}

/// `row(columns, row)`
Napi::Value row(Napi::CallbackInfo const& info) {
  Napi::Env const env = info.Env();
  Pending pending(env);
  std::int64_t index = 0;
  if (!read_rows(info[1], index)) return pending.reject("InvalidArgument", "row takes columns and a row");
  cuda::DeviceOptions options = options_of(env);
  std::vector<cuda::SharedColumn> columns;
  std::string problem;
  if (!read_columns(info[0], index + 1, columns, options.device, problem)) {
    return pending.reject("InvalidArgument", problem);
  }
  auto operation = cuda::make_row(std::move(columns), index, options);
  if (operation == nullptr) return pending.reject("DeviceError", no_cuda);
  auto const job = std::make_shared<DeviceJob>(std::move(operation), [](Napi::Env now, cuda::DeviceOperation& done) -> Napi::Value {
    auto const& result = static_cast<cuda::RowOperation&>(done);
    Napi::Array const values = Napi::Array::New(now, result.row.size());
    for (std::uint32_t i = 0; i < result.row.size(); ++i) values.Set(i, row_value(now, result.row[i]));
    return values;
  });
  return job->run(env, pending);
}

/// `present(device, length, counted?, width?)`
Napi::Value present(Napi::CallbackInfo const& info) {
  Napi::Env const env = info.Env();
  Pending pending(env);
  std::int64_t length = 0;
  std::int64_t width = 1;
  std::int64_t device = 0;
  cuda::SharedColumn counted = info[2].IsUndefined() ? nullptr : unwrap_column(env, info[2]);
  bool const takes = read_rows(info[0], device) && read_rows(info[1], length) && (info[2].IsUndefined() || counted != nullptr) &&
                     (info[3].IsUndefined() || read_rows(info[3], width));
  if (!takes || width < 1 || (width & (width - 1)) != 0) {
    return pending.reject("InvalidArgument", "present takes a device, a length, and a column of lists with the bytes of an element");
  }
  cuda::DeviceOptions options = options_of(env);
  options.device = static_cast<int>(device);
  if (counted != nullptr) {
    cuda::ResidentColumnInfo const described = cuda::describe(*counted);
    if (described.length != length || described.type != arrow::TypeId::binary || described.device != options.device) {
      return pending.reject("InvalidArgument", "present takes a column of lists of as many rows on that device");
    }
  }
  auto operation = cuda::make_present(length, std::move(counted), width, options);
  if (operation == nullptr) return pending.reject("DeviceError", no_cuda);
  auto const job = std::make_shared<DeviceJob>(std::move(operation), [](Napi::Env now, cuda::DeviceOperation& done) -> Napi::Value {
    return column_object(now, static_cast<cuda::PresentOperation&>(done).column);
  });
  return job->run(env, pending);
}

/// `firstNull(column)`
Napi::Value first_null(Napi::CallbackInfo const& info) {
  Napi::Env const env = info.Env();
  Pending pending(env);
  cuda::SharedColumn column = unwrap_column(env, info[0]);
  if (column == nullptr) return pending.reject("InvalidArgument", "firstNull takes a column");
  cuda::DeviceOptions options = options_of(env);
  options.device = cuda::describe(*column).device;
  auto const job = std::make_shared<DeviceJob>(
      cuda::make_first_null(std::move(column), options), [](Napi::Env now, cuda::DeviceOperation& done) -> Napi::Value {
        return Napi::Number::New(now, static_cast<double>(static_cast<cuda::FirstNullOperation&>(done).row));
      });
  return job->run(env, pending);
}

/// `copyRate(bytes)`
Napi::Value copy_rate(Napi::CallbackInfo const& info) {
  Napi::Env const env = info.Env();
  Pending pending(env);
  double const bytes = info[0].IsNumber() ? info[0].As<Napi::Number>().DoubleValue() : 0;
  if (!(bytes >= 1 && bytes <= 9007199254740991.0)) return pending.reject("InvalidArgument", "copyRate takes a number of bytes");
  auto operation = cuda::make_copy_rate(static_cast<std::int64_t>(bytes), options_of(env));
  if (operation == nullptr) return pending.reject("DeviceError", no_cuda);
  auto const job = std::make_shared<DeviceJob>(std::move(operation), [](Napi::Env now, cuda::DeviceOperation& done) -> Napi::Value {
    return Napi::Number::New(now, static_cast<cuda::CopyRateOperation&>(done).bytes_per_second);
  });
  return job->run(env, pending);
}

Napi::Value free_handle(Napi::CallbackInfo const& info) {
  free_column(info.Env(), info[0]);
  return info.Env().Undefined();
}

Napi::Value statistics(Napi::CallbackInfo const& info) {
  cuda::Statistics const now = cuda::statistics();
  Napi::Object const object = Napi::Object::New(info.Env());
  object.Set("tableBytes", static_cast<double>(now.tables));
  object.Set("callBytes", static_cast<double>(now.calls));
  object.Set("scratchBytes", static_cast<double>(now.scratch));
  object.Set("uploadedBytes", static_cast<double>(now.uploaded));
  object.Set("downloadedBytes", static_cast<double>(now.downloaded));
  return object;
}

}  // namespace

Napi::Object device_exports(Napi::Env env) {
  Napi::Object const device = Napi::Object::New(env);
  device.Set("upload", Napi::Function::New<upload>(env, "upload"));
  device.Set("run", Napi::Function::New<run>(env, "run"));
  device.Set("download", Napi::Function::New<download>(env, "download"));
  device.Set("row", Napi::Function::New<row>(env, "row"));
  device.Set("present", Napi::Function::New<present>(env, "present"));
  device.Set("firstNull", Napi::Function::New<first_null>(env, "firstNull"));
  device.Set("free", Napi::Function::New<free_handle>(env, "free"));
  device.Set("copyRate", Napi::Function::New<copy_rate>(env, "copyRate"));
  device.Set("statistics", Napi::Function::New<statistics>(env, "statistics"));
  return device;
}

}  // namespace rowfuse::node
