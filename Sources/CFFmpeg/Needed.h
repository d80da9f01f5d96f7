#pragma once

// Loads what the library in the file `name` needs, library by library, if that file is where the
// library `neighbour` was loaded from. If not, nothing is lost: whoever loads it loads all that.
//
// No thread of the process can begin while one library is loaded with all that it needs, and for
// FFmpeg that takes longer than all else that is done before a stream is heard.
void CFFmpeg_loadNeeded(const char *name, void *neighbour) __attribute__((visibility("hidden")));
