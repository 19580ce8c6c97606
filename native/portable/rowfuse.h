/*
 * The transforms of one project for any language. Columns pass in and out through the Arrow C data interface
 * (https://arrow.apache.org/docs/format/CDataInterface.html), which needs no library of ours or of Arrow's.
 *
 * `rowfuse build` puts the library beside the addon: native/<platform>-<arch>/librowfuse.so (.dylib, rowfuse.dll).
 * All functions may be called from any thread, several at a time.
 */
#ifndef ROWFUSE_H
#define ROWFUSE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

struct ArrowSchema {
  char const* format;
  char const* name;
  char const* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  void const** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

#endif

#if defined(_WIN32)
#define ROWFUSE_EXPORT __declspec(dllexport)
#else
#define ROWFUSE_EXPORT __attribute__((visibility("default")))
#endif

/* The result of a function. */
enum rowfuse_status {
  ROWFUSE_OK = 0,
  ROWFUSE_UNKNOWN = 1, /* there is no such transform, or no such backend here; or the library is for other processors */
  ROWFUSE_SCHEMA = 2,  /* the columns or params are not what the transform declares */
  ROWFUSE_ROW = 3,     /* a row has no result: the text names the lowest one, and the reason */
  ROWFUSE_DEVICE = 4   /* the device or the memory failed */
};

/* The options of a call. All zero means all defaults. */
struct rowfuse_options {
  char const* backend;                     /* "cpu" or "cuda"; NULL: the CPU */
  int32_t threads;                         /* of the CPU; 0: one per processor */
  int64_t first_row;                       /* the number of the first row, for transforms that use row numbers */
  const struct ArrowSchema* params_schema; /* a struct with the transform's params; NULL if it has none */
  const struct ArrowArray* params;         /* one row */
};

/* The name of the i-th transform, from 0; NULL past the last one. */
ROWFUSE_EXPORT const char* rowfuse_transform(int32_t i);

/*
 * Runs a transform over the rows of a struct array (a record batch) with at least its input columns, found by name.
 *
 * `schema` and `batch` are borrowed, and not released. On success `out_schema` and `out_batch` hold a struct array of the output
 * columns, which the caller releases; a single unnamed output has the name of the transform. On failure they stay unchanged, and
 * `error`, unless it is NULL, gets a text of at most `error_size` bytes including its NUL. `options` may be NULL.
 */
ROWFUSE_EXPORT int32_t rowfuse_run(char const* transform, const struct ArrowSchema* schema, const struct ArrowArray* batch,
                                   const struct rowfuse_options* options, struct ArrowSchema* out_schema, struct ArrowArray* out_batch,
                                   char* error, size_t error_size);

#ifdef __cplusplus
}
#endif

#endif
