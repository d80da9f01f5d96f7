/// The environment variables that the command reads, itself or by a library.
enum EnvironmentVariables {
    /// The names with their meaning, for people.
    static let all: KeyValuePairs = [
        "ALL_PROXY": "the proxy for http and https, also as all_proxy",
        "DBUS_SESSION_BUS_ADDRESS": "the message bus for media keys",
        "HOME": "the folder of ~/.cache, ~/.config and ~/.local/state",
        "HTTPS_PROXY": "the proxy for https, also as https_proxy",
        "http_proxy": "the proxy for http",
        "INTERLUDE_MEDIA": "the folder with the media of 'station'",
        "NO_COLOR": "if set, no colours on a terminal",
        "NO_PROXY": "hosts without a proxy, also as no_proxy",
        "NOTIFY_SOCKET": "where a service reports its state; systemd sets it",
        "PULSE_LATENCY_MSEC": "audio queued at the sound server, without --latency",
        "PULSE_SERVER": "the sound server",
        "SSL_CERT_FILE": "the certificates of trusted authorities",
        "TERM": "if 'dumb', no status line and no colours",
        "XDG_CACHE_HOME": "replaces ~/.cache",
        "XDG_CONFIG_HOME": "replaces ~/.config",
        "XDG_RUNTIME_DIR": "the folder with the sockets of running players",
        "XDG_STATE_HOME": "replaces ~/.local/state",
    ]

    /// A line for each variable.
    static var help: String {
        let width = all.map(\.key.count).max() ?? 0
        let lines = all.map { name, meaning in
            name + String(repeating: " ", count: width - name.count + 2) + meaning
        }
        return lines.joined(separator: "\n")
    }
}
