#pragma once

/// Included by a generated `<name>.binding.cc`: makes a transform known to the addon. Contains no kernel code.
#include <cstdint>
#include <cstring>
#include <initializer_list>

#include <rowfuse/cpu/tile/tile.hpp>
#include <rowfuse/cuda/launch/entry_table.hpp>

namespace rowfuse {

/// The part of a struct that a column holds.
enum class Part : std::uint8_t {
  whole,     ///< a field of the struct, or a column outside structs
  presence,  ///< a boolean column that is null where the struct is null
  required,  ///< a field that is null exactly where the struct is null
};

/// A column as callers know it. The column of row numbers, which no call passes, has neither a name nor a format.
struct Field {
  char const* name = nullptr;
  /// The type as a format string of the Arrow C data interface. The format of a list is followed by a mark and the format of its elements.
  /// The mark is `?` if elements may be null, and `!` if they are null exactly where the struct around them is null. A list is several
  /// columns with the same name. A column that an earlier pass has counted has a name and no format.
  char const* format = nullptr;
  bool shared = false;           ///< results hold the input column itself, so that no output column exists: the caller adds it
  char const* path = nullptr;    ///< for a field of a struct: the `depth` names from the column down to the field, each ended by a NUL
  std::int32_t depth = 1;
  Part part = Part::whole;
  /// For columns inside lists of structs: the number of names that lead to each of these lists, from the outermost list inwards.
  std::initializer_list<std::int32_t> listed = {};
};

/// A transform's columns, in the order of its layout.
struct Fields {
  Field const* inputs;
  Field const* outputs;
};

/// A transform that this addon holds. Registrations are static objects in a list. The list is complete when the library has been loaded and
/// never changes after that, so every environment reads it without a lock.
class Registration {
 public:
  Registration(char const* name_, Fields fields_, cpu::Entry const& cpu_, cuda::Entry const* cuda_)
      : name{name_}, fields{fields_}, cpu{cpu_}, cuda{cuda_}, next{first()} {
    first() = this;
  }
  Registration(Registration const&) = delete;
  Registration& operator=(Registration const&) = delete;

  /// The head of the list, which `next` continues.
  static Registration const*& first() {
    static Registration const* head = nullptr;
    return head;
  }

  /// Returns the transform with that name, or null.
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
