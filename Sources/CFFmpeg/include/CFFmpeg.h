#pragma once

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/channel_layout.h>
#include <libavutil/crc.h>
#include <libavutil/opt.h>
#include <libswresample/swresample.h>

// Swift cannot import macros that cast or take arguments. Each constant here
// is one such macro under its own name, with this module's name before it.
static const int CFFmpeg_AVERROR_EACCES = AVERROR(EACCES);
static const int CFFmpeg_AVERROR_EAGAIN = AVERROR(EAGAIN);
static const int CFFmpeg_AVERROR_EINVAL = AVERROR(EINVAL);
static const int CFFmpeg_AVERROR_EIO = AVERROR(EIO);
static const int CFFmpeg_AVERROR_EOF = AVERROR_EOF;
static const int CFFmpeg_AVERROR_EXIT = AVERROR_EXIT;
static const int CFFmpeg_AVERROR_INVALIDDATA = AVERROR_INVALIDDATA;
static const int64_t CFFmpeg_AV_NOPTS_VALUE = AV_NOPTS_VALUE;

// Loads FFmpeg's libraries, of the versions that these headers are of, unless that was done before.
// Blocks while somebody else does. Returns why they cannot be loaded, in one line that lives for
// ever; NULL if they are. Callable from any thread.
//
// Where it was not called before the first of FFmpeg's functions is, that calls it, and ends the
// process if they cannot be loaded.
const char *CFFmpeg_load(void);
