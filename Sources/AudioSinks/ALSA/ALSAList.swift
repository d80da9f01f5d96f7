import CALSA
import Glibc

/// Queries ALSA's configuration.
package enum ALSAList {
    /// A device that ALSA offers.
    package struct Device: Hashable, Sendable {
        /// Its name in ALSA's configuration.
        package var name: String
        /// Its name for people, on one line.
        package var description: String

        package init(name: String, description: String) {
            self.name = name
            self.description = description
        }
    }

    /// The most devices that are listed.
    private static let limit = 1000

    /// The devices that play sound, in ALSA's order.
    package static func devices() throws(SinkFailure) -> [Device] {
        if let reason = CALSA_load() { throw SinkFailure(String(cString: reason)) }
        var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        let status = snd_device_name_hint(-1, "pcm", &hints)
        guard status >= 0, let hints else {
            let words = snd_strerror(status).map { String(cString: $0) } ?? "error \(status)"
            throw SinkFailure("ALSA lists no devices: \(words)")
        }
        defer { snd_device_name_free_hint(hints) }
        var devices: [Device] = []
        var next = hints
        while let hint = next.pointee, devices.count < limit {
            next += 1
            // A device without a direction has both.
            guard text("IOID", of: hint) ?? "Output" == "Output", let name = text("NAME", of: hint)
            else { continue }
            let lines = (text("DESC", of: hint) ?? "").split(separator: "\n")
            devices.append(Device(name: name, description: lines.joined(separator: ", ")))
        }
        return devices
    }

    private static func text(_ key: String, of hint: UnsafeMutableRawPointer) -> String? {
        guard let text = snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
