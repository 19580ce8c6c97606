#pragma once

/// What a generated `<name>.binding.cc` needs: it makes a transform known to the addon, without any kernel code.
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include <rowfuse/cpu/tile/tile.hpp>
#include <rowfuse/cuda/launch/entry_table.hpp>

namespace rowfuse {

/// What a column is of a struct.
enum class Part : std::uint8_t {
  whole,     ///< a field of it, or a column by itself
  presence,  ///< a boolean that is null where the struct is
  required,  ///< a field that is null where the struct is, and nowhere else
};

/// A column as callers know it. The row's number, which no call passes, has neither.
struct Field {
  char const* name = nullptr;
  /// As the Arrow C data interface writes a type; that of a list's elements stands behind it: behind a `?` of those that may be null, behind
  /// a `!` of those that are null where the struct around them is, and nowhere else. A list is several columns of one name. What a pass
  /// before the call has counted has a name and no format.
  char const* format = nullptr;
  bool shared = false;           ///< results have the input column as it is, and no output is one: the caller adds it
  char const* path = nullptr;    ///< of a struct: the names from the column on, each ended by a NUL; `depth` of them
  std::int32_t depth = 1;
  Part part = Part::whole;
  /// Of what lies in lists of structs, or of lists of these: how many of the names lead to each of them, from outside.
  std::initializer_list<std::int32_t> listed = {};
};

/// A transform's columns, in the order of its layout.
struct Fields {
  Field const* inputs;
  Field const* outputs;
};

/// A transform that this addon holds. Registrations are static objects in a list that is complete when the library has
/// been loaded, and never changes after that: every environment reads it without a lock.
class Registration {
 public:
  Registration(char const* name_, Fields fields_, cpu::Entry const& cpu_, cuda::Entry const* cuda_)
      : name{name_}, fields{fields_}, cpu{cpu_}, cuda{cuda_}, next{first()} {
    first() = this;
  }
  Registration(Registration const&) = delete;
  Registration& operator=(Registration const&) = delete;

  /// The head of the list; walk it by `next`.
  static Registration const*& first() {
    static Registration const* head = nullptr;
    return head;
  }

  /// The transform of that name, or null.
  static Registration const* find(char const* name) {
    Registration const* transform = first();
    while (transform != nullptr && std::strcmp(name, transform->name) != 0) transform = transform->next;
    return transform;
  }

  char const* const name;
  Fields const fields;
  cpu::Entry const& cpu;
  cuda::Entry const* const cuda;  ///< null in a CPU-only addon
  Registration const* const next;
};

}  // namespace rowfuse

#if defined(ROWFUSE_CUDA)
#define ROWFUSE_CUDA_ENTRY(entry) &entry
#else
#define ROWFUSE_CUDA_ENTRY(entry) nullptr
#endif

/// Registers a transform under `name`, in the namespace of the transform. `inputs` and `outputs` are arrays of `Field`; `cuda_entry` is
/// ignored in a CPU-only addon.
#define ROWFUSE_REGISTER(name, inputs, outputs, cpu_entry, cuda_entry) \
  static ::rowfuse::Registration const registration{name, ::rowfuse::Fields{inputs, outputs}, cpu_entry, ROWFUSE_CUDA_ENTRY(cuda_entry)};
