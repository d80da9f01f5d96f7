/// Words of several JSON formats.
enum JSONWords {
    static let marks = [
        "{", "}", "[", "]", ":", ",", "\"", "null", "true", "false", "\\u0000", "\\ud800", "1e300",
        "-1e300", "1e15", "9.3e18", "9223372036854775807", "-9223372036854775808", "-1", "0.5",
    ]

    /// The keys of an advertisement.
    static let spot = [
        "\"id\":", "\"title\":", "\"url\":\"http://a/b.mp3\"", "\"duration\":", "\"description\":",
        "\"banner\":", "\"target\":",
    ]
}
