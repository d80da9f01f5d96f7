import FoundationEssentials
import PlainText

/// The folder of a settings file. A relative name in the file is that of a file in this folder,
/// whichever folder the player runs in.
struct SettingsFolder: Hashable, Sendable {
    /// Ends with a slash; empty for the present folder.
    let path: String

    init(ofFile file: String) {
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        // A pipe of the shell, such as /dev/fd/63, has no files beside it.
        path = ["/dev/", "/proc/"].contains { folder.hasPrefix($0) } ? "" : folder
    }

    /// `text`, the value of the option `name`, with the names of files in this folder.
    func value(_ text: String, of name: String) -> String {
        switch name {
        case SettingsFile.source, "home", "schedule", "house-ads", "feed", "expect", "events",
            "record", "report", "summary", "junit", "web-token-file", "ad-tag", "bumper-in",
            "bumper-out", "slate":
            place(text)
        case "spot-cache": text == "off" ? text : place(text)
        case "sink": after(["wav:", "wav16:", "hls:"], in: text, place)
        case "header": after(["@"], in: text, place)
        case "fill", "fallback": spots(text)
        case "push":
            text.firstIndex(of: "=").map { text[...$0] + spots(String(text[$0...].dropFirst())) }
                ?? text
        default: text
        }
    }

    /// An address and `-` are no files; an address without its scheme is refused with advice.
    private func place(_ name: String) -> String {
        let isFile =
            !name.isEmpty && name != "-" && !name.hasPrefix("/") && !name.contains("://")
            && !Location.looksLikeAddress(name)
        return isFile ? path + name : name
    }

    private func spots(_ list: String) -> String {
        // The name of an existing file is one spot, even with commas in it.
        if FileManager.default.fileExists(atPath: path + list) { return place(list) }
        return list.split(separator: ",", omittingEmptySubsequences: false)
            .map { place(String($0.trimmed)) }.joined(separator: ",")
    }

    private func after(
        _ prefixes: [String], in text: String, _ place: (String) -> String
    ) -> String {
        guard let prefix = prefixes.first(where: text.hasPrefix) else { return text }
        return prefix + place(String(text.dropFirst(prefix.count)))
    }
}
