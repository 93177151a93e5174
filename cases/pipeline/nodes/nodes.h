/* The nodes of a tree for schedules in another language: functions that the C library of the cases has
 * besides those of rungs/c_api.h. A caller asks which nodes there are, computes windows of them, and hands on
 * the image's rows.
 *
 * A function that can fail returns 0 (or a null pointer) on failure; rungs_pipeline_error() then returns one
 * line. */
#ifndef PIPELINE_NODES_H
#define PIPELINE_NODES_H

#include <rungs/c_api.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A tree with its patterns, and the files of its row.
typedef struct RungsPipeline RungsPipeline;

/// Pixels of a window of a node; rows begin `pitch` pixels apart. Pixels outside the node's frame are 0.
typedef struct RungsPlane {
  const void* pixels;
  size_t pitch;
} RungsPlane;

/// Why the last call of this thread failed, as one line.
RUNGS_EXPORT const char* rungs_pipeline_error(void);
/// `params`: all parameters of the case, as rungs_params returns them; `seeds`: the case's input. Freed by
/// rungs_pipeline_close.
RUNGS_EXPORT RungsPipeline* rungs_pipeline_open(uint32_t width, uint32_t height, const char* params,
                                                const uint32_t* seeds);
RUNGS_EXPORT void rungs_pipeline_close(RungsPipeline* pipeline);
/// One line for each node that is not a pattern, children before their parent, the root last: width, height,
/// bytes per pixel, and for each child "number of its line,x,y,halo", separated by tabs. (x, y) is the
/// child's first pixel in the node; of the child, as many pixels as `halo` are needed on every side of a
/// window. Valid until the pipeline is closed.
RUNGS_EXPORT const char* rungs_pipeline_nodes(const RungsPipeline* pipeline);
/// Computes the window of a node at (x, y), which must be inside its frame, without gaps between rows.
/// `children`: one plane for each child, of the same window with the child's halo. Several threads may call
/// it at once.
RUNGS_EXPORT int rungs_pipeline_fill(RungsPipeline* pipeline, uint32_t node, uint32_t x, uint32_t y,
                                     uint32_t width, uint32_t height, void* out, const RungsPlane* children);
/// Begins the stream of the image; `samples` is an output of the case and must stay valid until the end.
RUNGS_EXPORT int rungs_pipeline_begin(RungsPipeline* pipeline, void* samples);
/// The next bytes of the image, in order; they are hashed by all cores and given to the sink.
RUNGS_EXPORT int rungs_pipeline_take(RungsPipeline* pipeline, const void* bytes, size_t count);
/// Ends the stream; writes the other outputs of the case.
RUNGS_EXPORT int rungs_pipeline_finish(RungsPipeline* pipeline, void* digest, double* figures);

#ifdef __cplusplus
}
#endif

#endif
