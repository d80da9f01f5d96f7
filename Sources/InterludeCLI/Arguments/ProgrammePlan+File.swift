import AdDisplay
import FoundationEssentials

extension ProgrammePlan {
    /// Reads the file of `--feed`. Paths in it are relative to its folder.
    static func read(_ path: String) throws(CommandError) -> ProgrammePlan {
        let data = try InputFile.read(path)
        do {
            var plan = try JSONDecoder().decode(ProgrammePlan.self, from: data)
            let folder = URL(filePath: Location.absolutePath(path)).deletingLastPathComponent()
            try plan.makeAbsolute(in: folder)
            return plan
        } catch let error as UnusableArgument {
            throw CommandError(.unreadableInput, "\(path): \(error)")
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            throw CommandError(.unreadableInput, "\(path): \(context.debugDescription)")
        } catch {
            throw CommandError(
                .unreadableInput,
                "\(path): not a programme; write {\"sections\": [{\"title\": \"…\", \"items\": "
                    + "[{\"id\": \"…\", \"title\": \"…\", \"source\": \"…\"}]}]}")
        }
    }

    private mutating func makeAbsolute(in folder: URL) throws(UnusableArgument) {
        for section in sections.indices {
            for item in sections[section].items.indices {
                guard let source = sections[section].items[item].source else { continue }
                sections[section].items[item].source = try Self.absolute(source, in: folder)
            }
        }
        for (name, placed) in ads {
            var placed = placed
            for index in placed.indices {
                let spot = placed[index].advertisement
                placed[index].advertisement.audioFileURL = try Self.absolute(
                    spot.audioFileURL, in: folder)
                guard let banner = spot.bannerFileURL else { continue }
                placed[index].advertisement.bannerFileURL = try Self.absolute(banner, in: folder)
            }
            ads[name] = placed
        }
    }

    /// The address or the absolute path; empty for a card without sound.
    private static func absolute(
        _ text: String, in folder: URL
    ) throws(UnusableArgument) -> String {
        guard !text.isEmpty else { return text }
        switch try Location(parsing: text) {
        case .address(let address): return address
        case .file(let path):
            return URL(filePath: path, relativeTo: folder).standardizedFileURL
                .path(percentEncoded: false)
        }
    }
}
