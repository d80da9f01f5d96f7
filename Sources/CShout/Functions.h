// The libshout functions in use. Define FUNCTION(result, name, parameters, arguments) before
// including this file.

FUNCTION(shout_t *, shout_new, (void), ())
FUNCTION(void, shout_free, (shout_t *shout), (shout))
FUNCTION(int, shout_set_host, (shout_t *shout, const char *host), (shout, host))
FUNCTION(int, shout_set_port, (shout_t *shout, unsigned short port), (shout, port))
FUNCTION(int, shout_set_agent, (shout_t *shout, const char *agent), (shout, agent))
FUNCTION(int, shout_set_tls, (shout_t *shout, int mode), (shout, mode))
FUNCTION(int, shout_set_user, (shout_t *shout, const char *name), (shout, name))
FUNCTION(int, shout_set_password, (shout_t *shout, const char *password), (shout, password))
FUNCTION(int, shout_set_mount, (shout_t *shout, const char *mount), (shout, mount))
FUNCTION(int, shout_set_content_format,
    (shout_t *shout, unsigned int format, unsigned int usage, const char *codecs),
    (shout, format, usage, codecs))
FUNCTION(int, shout_set_protocol, (shout_t *shout, unsigned int protocol), (shout, protocol))
FUNCTION(int, shout_set_nonblocking, (shout_t *shout, unsigned int mode), (shout, mode))

FUNCTION(int, shout_open, (shout_t *shout), (shout))
FUNCTION(int, shout_get_connected, (shout_t *shout), (shout))
FUNCTION(int, shout_get_errno, (shout_t *shout), (shout))
FUNCTION(ssize_t, shout_send_raw, (shout_t *shout, const unsigned char *bytes, size_t count),
    (shout, bytes, count))
FUNCTION(ssize_t, shout_queuelen, (shout_t *shout), (shout))
FUNCTION(int, shout_close, (shout_t *shout), (shout))

FUNCTION(shout_metadata_t *, shout_metadata_new, (void), ())
FUNCTION(void, shout_metadata_free, (shout_metadata_t *metadata), (metadata))
FUNCTION(int, shout_metadata_add,
    (shout_metadata_t *metadata, const char *name, const char *value), (metadata, name, value))
FUNCTION(int, shout_set_metadata_utf8, (shout_t *shout, shout_metadata_t *metadata),
    (shout, metadata))
