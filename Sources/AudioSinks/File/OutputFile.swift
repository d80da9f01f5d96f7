import Glibc

/// Owns a file that is open for writing.
final class OutputFile {
    private let path: String
    private let descriptor: Int32

    /// Creates the file at `path`, or truncates an existing one.
    init(creating path: String) throws(SinkFailure) {
        guard !path.isEmpty else {
            throw SinkFailure("the path of the output file is empty; name a file")
        }
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Self.failure("cannot create", path, code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Appends all of `bytes`.
    func append(_ bytes: RawSpan) throws(SinkFailure) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw Self.failure("cannot write", path, code: errno) }
            rest = rest.extracting(count..<rest.byteCount)
        }
    }

    /// Overwrites the first bytes. Does nothing to a pipe, which cannot seek.
    func replaceBeginning(with bytes: RawSpan) throws(SinkFailure) {
        let count = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard count >= 0 || errno == ESPIPE else {
            throw Self.failure("cannot complete", path, code: errno)
        }
    }

    static func failure(_ what: String, _ path: String, code: Int32) -> SinkFailure {
        let advice =
            switch code {
            case ENOENT: "; create its directory first"
            case EACCES, EPERM, EROFS: "; choose a place that you may write to"
            case ENOSPC, EDQUOT, EFBIG: "; make room or choose another disk"
            case EISDIR: "; name a file in that directory"
            default: ""
            }
        return SinkFailure("\(what) \(path): \(String(cString: strerror(code)))\(advice)")
    }
}
