// The libmosquitto functions in use. Define FUNCTION(result, name, parameters, arguments) before
// including this file.

FUNCTION(struct mosquitto *, mosquitto_new, (const char *id, bool clean, void *owner),
    (id, clean, owner))
FUNCTION(void, mosquitto_destroy, (struct mosquitto *client), (client))
FUNCTION(int, mosquitto_int_option, (struct mosquitto *client, enum mosq_opt_t option, int value),
    (client, option, value))
FUNCTION(int, mosquitto_threaded_set, (struct mosquitto *client, bool is_threaded),
    (client, is_threaded))
FUNCTION(int, mosquitto_username_pw_set,
    (struct mosquitto *client, const char *name, const char *password), (client, name, password))
FUNCTION(int, mosquitto_tls_set,
    (struct mosquitto *client, const char *authorities, const char *folder,
        const char *certificate, const char *key, int (*ask)(char *, int, int, void *)),
    (client, authorities, folder, certificate, key, ask))
FUNCTION(int, mosquitto_will_set,
    (struct mosquitto *client, const char *topic, int count, const void *bytes, int quality,
        bool is_retained),
    (client, topic, count, bytes, quality, is_retained))

FUNCTION(void, mosquitto_connect_callback_set,
    (struct mosquitto *client, void (*call)(struct mosquitto *, void *, int)), (client, call))
FUNCTION(void, mosquitto_disconnect_callback_set,
    (struct mosquitto *client, void (*call)(struct mosquitto *, void *, int)), (client, call))
FUNCTION(void, mosquitto_log_callback_set,
    (struct mosquitto *client, void (*call)(struct mosquitto *, void *, int, const char *)),
    (client, call))
FUNCTION(void, mosquitto_message_callback_set,
    (struct mosquitto *client,
        void (*call)(struct mosquitto *, void *, const struct mosquitto_message *)),
    (client, call))
FUNCTION(void, mosquitto_publish_v5_callback_set,
    (struct mosquitto *client,
        void (*call)(struct mosquitto *, void *, int, int, const mosquitto_property *)),
    (client, call))
FUNCTION(void, mosquitto_subscribe_callback_set,
    (struct mosquitto *client, void (*call)(struct mosquitto *, void *, int, int, const int *)),
    (client, call))

FUNCTION(int, mosquitto_connect_bind_v5,
    (struct mosquitto *client, const char *host, int port, int seconds, const char *local,
        const mosquitto_property *properties),
    (client, host, port, seconds, local, properties))
FUNCTION(int, mosquitto_disconnect, (struct mosquitto *client), (client))
FUNCTION(int, mosquitto_socket, (struct mosquitto *client), (client))
FUNCTION(bool, mosquitto_want_write, (struct mosquitto *client), (client))
FUNCTION(int, mosquitto_loop_read, (struct mosquitto *client, int most), (client, most))
FUNCTION(int, mosquitto_loop_write, (struct mosquitto *client, int most), (client, most))
FUNCTION(int, mosquitto_loop_misc, (struct mosquitto *client), (client))

FUNCTION(int, mosquitto_publish_v5,
    (struct mosquitto *client, int *number, const char *topic, int count, const void *bytes,
        int quality, bool is_retained, const mosquitto_property *properties),
    (client, number, topic, count, bytes, quality, is_retained, properties))
FUNCTION(int, mosquitto_subscribe,
    (struct mosquitto *client, int *number, const char *topic, int quality),
    (client, number, topic, quality))

FUNCTION(int, mosquitto_property_add_int32,
    (mosquitto_property **properties, int name, uint32_t value), (properties, name, value))
FUNCTION(void, mosquitto_property_free_all, (mosquitto_property **properties), (properties))
FUNCTION(const char *, mosquitto_strerror, (int status), (status))
FUNCTION(const char *, mosquitto_connack_string, (int code), (code))
FUNCTION(const char *, mosquitto_reason_string, (int code), (code))
