#pragma once

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/aes.h>
#include <libavutil/channel_layout.h>
#include <libavutil/crc.h>
#include <libavutil/hmac.h>
#include <libavutil/opt.h>
#include <libswresample/swresample.h>

// Swift cannot import macros that cast or take arguments. Each constant here is one such macro,
// with this module's name as a prefix.
static const int CFFmpeg_AVERROR_EACCES = AVERROR(EACCES);
static const int CFFmpeg_AVERROR_EAGAIN = AVERROR(EAGAIN);
static const int CFFmpeg_AVERROR_EINVAL = AVERROR(EINVAL);
static const int CFFmpeg_AVERROR_EIO = AVERROR(EIO);
static const int CFFmpeg_AVERROR_EOF = AVERROR_EOF;
static const int CFFmpeg_AVERROR_EXIT = AVERROR_EXIT;
static const int CFFmpeg_AVERROR_INVALIDDATA = AVERROR_INVALIDDATA;
static const int64_t CFFmpeg_AV_NOPTS_VALUE = AV_NOPTS_VALUE;

// Loads FFmpeg's libraries, in the versions of these headers, if they are not loaded yet. Blocks
// while another thread loads them. Returns NULL on success. On failure returns one line that says
// why, in static memory. Callable from any thread.
//
// FFmpeg's functions call it if necessary, and end the process if it fails.
const char *CFFmpeg_load(void);

// The same for a thread that loads them in advance. It lets other threads go first, until one of these
// calls CFFmpeg_load and so waits for it.
void CFFmpeg_loadInAdvance(void);
