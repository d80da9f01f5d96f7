import Dispatch
import FFmpegCalls
import FoundationEssentials
import Glibc
import HTTPAccess
import MediaTime
import Platform
import Synchronization

/// Keeps downloaded spots in a folder, so that they need not be downloaded again.
///
/// Several sessions and processes may share a folder. Files are replaced as a whole. Nothing waits
/// for a write, and a write that fails changes nothing else. Callable from any thread.
package final class SpotCache: Sendable {
    /// Why spots cannot be kept, in one line: the first reason. Ends with the cache.
    package let failures: AsyncStream<String>

    let folder: String
    private let limits: SpotCacheLimits
    private let failure: AsyncStream<String>.Continuation
    private let hasFailed = Atomic<Bool>(false)
    private let writing = DispatchQueue(label: "spot cache", qos: .utility)
    private let now: @Sendable () -> Duration

    static let suffix = ".spot"
    static let draftSuffix = ".part"
    /// Drafts that a killed process has left are removed after this long.
    private static let draftLimit: Duration = .seconds(3600)

    /// `now` is the time since 1970. Opens nothing yet.
    package init(
        folder: String, limits: SpotCacheLimits = SpotCacheLimits(),
        now: @escaping @Sendable () -> Duration = SpotCache.wallTime
    ) {
        self.folder = folder
        self.limits = limits
        self.now = now
        (failures, failure) = AsyncStream.makeStream(of: String.self)
    }

    deinit { failure.finish() }

    /// The time since 1970.
    package static let wallTime: @Sendable () -> Duration = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The name of the file for a spot that `identity` identifies. It does not tell the identity.
    /// `nil` without FFmpeg, which no spot can be decoded without. Blocks while FFmpeg is loaded.
    func name(for identity: String) -> String? {
        do throws(FFmpegLibraries.Absence) {
            try FFmpegLibraries.load()
        } catch {
            return nil
        }
        return KeptSpot.checksum(of: Array(identity.utf8)) + Self.suffix
    }

    /// What a kept spot is good for at this time.
    func use(of spot: borrowing KeptSpot) -> SpotCachePolicy.Use {
        SpotCachePolicy.use(spot.head.fields, after: now() - spot.confirmed)
    }

    /// Opens a kept spot; `nil` if there is none. Blocks.
    func open(_ name: String) -> KeptSpot? { KeptSpot(path: path(of: name)) }

    /// Marks a spot as used.
    func noteUse(of spot: borrowing KeptSpot) { spot.stamp(SpotStamp(used: now())) }

    /// Marks a spot as used and as confirmed by its server.
    func noteConfirmation(of spot: borrowing KeptSpot) {
        let now = now()
        spot.stamp(SpotStamp(used: now, confirmed: now))
    }

    /// Keeps a spot from now on. Returns at once.
    func keep(_ bytes: [UInt8], contentType: String?, _ fields: CacheFields, as name: String) {
        writing.async { [self] in
            do {
                try write(
                    try KeptSpot.contents(bytes, contentType: contentType, fields), to: name)
                removeSurplus()
            } catch {
                report("\(folder): \(error); free space there, or use another folder")
            }
        }
    }

    /// Forgets a spot. Returns at once.
    package func remove(_ name: String) {
        writing.async { [self] in _ = unlink(path(of: name)) }
    }

    /// Returns once all is written or removed.
    package func written() async {
        await withCheckedContinuation { continuation in
            writing.async { continuation.resume() }
        }
    }

    private func path(of name: String) -> String { "\(folder)/\(name)" }

    private func report(_ reason: String) {
        guard !hasFailed.exchange(true, ordering: .relaxed) else { return }
        failure.yield(reason)
    }
}

extension SpotCache {
    /// A file of a cache. The operator may choose a folder that has other files too, such as the
    /// unfinished downloads of a browser, which no cache may remove.
    private enum FileKind {
        case spot
        case draft

        /// `nil` if no cache has written the file.
        init?(_ name: String) {
            let digits = name.prefix { $0.isASCII && $0.isHexDigit }
            guard digits.count == KeptSpot.checksumDigitCount else { return nil }
            let rest = name.dropFirst(KeptSpot.checksumDigitCount)
            if rest == SpotCache.suffix {
                self = .spot
            } else if rest.hasPrefix("\(SpotCache.suffix)."), rest.hasSuffix(SpotCache.draftSuffix)
            {
                self = .draft
            } else {
                return nil
            }
        }
    }

    private func write(_ parts: [[UInt8]], to name: String) throws {
        let byteCount = parts.reduce(0) { $0 + $1.count }
        guard byteCount <= limits.byteCount else { return }
        // try?: if the folder is missing, the file cannot be created, and that error is reported.
        try? FileManager.default.createDirectory(
            at: URL(filePath: folder), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        // No other session, in whichever process or container, has the same.
        let draft = path(of: "\(name).\(UInt64.random(in: 0 ... .max))\(Self.draftSuffix)")
        do throws(SystemError) {
            try fill(draft, with: parts)
            guard rename(draft, path(of: name)) == 0 else { throw .newest }
        } catch {
            unlink(draft)
            throw error
        }
    }

    private func fill(_ draft: String, with parts: [[UInt8]]) throws(SystemError) {
        let file = try OwnedDescriptor(
            opening: draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        for part in parts { try Descriptor.write(part.span.bytes, to: file.number) }
        let now = now()
        SpotStamp(used: now, confirmed: now).put(on: file)
    }

    /// Removes what exceeds the limits, and old drafts.
    private func removeSurplus() {
        // try?: a folder that cannot be read has nothing that could be removed.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var files: [SpotCacheLimits.File] = []
        for name in names {
            var state = stat()
            guard let kind = FileKind(name), lstat(path(of: name), &state) == 0 else { continue }
            switch kind {
            case .spot:
                files.append(
                    SpotCacheLimits.File(
                        name: name, byteCount: Int(state.st_size),
                        used: .seconds(state.st_atim.tv_sec)
                            + .nanoseconds(state.st_atim.tv_nsec)))
            case .draft:
                if now() - .seconds(state.st_mtim.tv_sec) > Self.draftLimit {
                    unlink(path(of: name))
                }
            }
        }
        for name in limits.surplus(of: files) { unlink(path(of: name)) }
    }
}
