// The ALSA functions in use. Define FUNCTION(result, name, parameters, arguments) before including
// this file.

FUNCTION(const char *, snd_strerror, (int code), (code))

FUNCTION(int, snd_device_name_hint, (int card, const char *kind, void ***hints),
    (card, kind, hints))
FUNCTION(char *, snd_device_name_get_hint, (const void *hint, const char *key), (hint, key))
FUNCTION(int, snd_device_name_free_hint, (void **hints), (hints))

FUNCTION(int, snd_pcm_open,
    (snd_pcm_t **pcm, const char *name, snd_pcm_stream_t stream, int mode),
    (pcm, name, stream, mode))
FUNCTION(int, snd_pcm_close, (snd_pcm_t *pcm), (pcm))
FUNCTION(snd_pcm_type_t, snd_pcm_type, (snd_pcm_t *pcm), (pcm))
FUNCTION(snd_pcm_state_t, snd_pcm_state, (snd_pcm_t *pcm), (pcm))
FUNCTION(int, snd_pcm_prepare, (snd_pcm_t *pcm), (pcm))
FUNCTION(int, snd_pcm_start, (snd_pcm_t *pcm), (pcm))
FUNCTION(int, snd_pcm_resume, (snd_pcm_t *pcm), (pcm))
FUNCTION(int, snd_pcm_avail_delay,
    (snd_pcm_t *pcm, snd_pcm_sframes_t *available, snd_pcm_sframes_t *delay),
    (pcm, available, delay))
FUNCTION(snd_pcm_sframes_t, snd_pcm_rewindable, (snd_pcm_t *pcm), (pcm))
FUNCTION(snd_pcm_sframes_t, snd_pcm_rewind, (snd_pcm_t *pcm, snd_pcm_uframes_t count),
    (pcm, count))
FUNCTION(snd_pcm_sframes_t, snd_pcm_writei,
    (snd_pcm_t *pcm, const void *samples, snd_pcm_uframes_t count), (pcm, samples, count))

FUNCTION(int, snd_pcm_hw_params_malloc, (snd_pcm_hw_params_t **parameters), (parameters))
FUNCTION(void, snd_pcm_hw_params_free, (snd_pcm_hw_params_t *parameters), (parameters))
FUNCTION(int, snd_pcm_hw_params_any, (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters),
    (pcm, parameters))
FUNCTION(int, snd_pcm_hw_params_set_access,
    (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, snd_pcm_access_t access),
    (pcm, parameters, access))
FUNCTION(int, snd_pcm_hw_params_set_format,
    (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, snd_pcm_format_t format),
    (pcm, parameters, format))
FUNCTION(int, snd_pcm_hw_params_set_channels,
    (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, unsigned count), (pcm, parameters, count))
FUNCTION(int, snd_pcm_hw_params_set_rate,
    (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, unsigned rate, int direction),
    (pcm, parameters, rate, direction))
FUNCTION(int, snd_pcm_hw_params_set_buffer_time_near,
    (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, unsigned *microseconds, int *direction),
    (pcm, parameters, microseconds, direction))
FUNCTION(int, snd_pcm_hw_params_set_period_time_near,
    (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters, unsigned *microseconds, int *direction),
    (pcm, parameters, microseconds, direction))
FUNCTION(int, snd_pcm_hw_params, (snd_pcm_t *pcm, snd_pcm_hw_params_t *parameters),
    (pcm, parameters))
FUNCTION(int, snd_pcm_hw_params_get_buffer_size,
    (const snd_pcm_hw_params_t *parameters, snd_pcm_uframes_t *count), (parameters, count))
FUNCTION(int, snd_pcm_hw_params_get_period_size,
    (const snd_pcm_hw_params_t *parameters, snd_pcm_uframes_t *count, int *direction),
    (parameters, count, direction))
FUNCTION(int, snd_pcm_hw_params_is_batch, (const snd_pcm_hw_params_t *parameters), (parameters))

FUNCTION(int, snd_pcm_sw_params_malloc, (snd_pcm_sw_params_t **parameters), (parameters))
FUNCTION(void, snd_pcm_sw_params_free, (snd_pcm_sw_params_t *parameters), (parameters))
FUNCTION(int, snd_pcm_sw_params_current, (snd_pcm_t *pcm, snd_pcm_sw_params_t *parameters),
    (pcm, parameters))
FUNCTION(int, snd_pcm_sw_params_get_boundary,
    (const snd_pcm_sw_params_t *parameters, snd_pcm_uframes_t *count), (parameters, count))
FUNCTION(int, snd_pcm_sw_params_set_start_threshold,
    (snd_pcm_t *pcm, snd_pcm_sw_params_t *parameters, snd_pcm_uframes_t count),
    (pcm, parameters, count))
FUNCTION(int, snd_pcm_sw_params, (snd_pcm_t *pcm, snd_pcm_sw_params_t *parameters),
    (pcm, parameters))
