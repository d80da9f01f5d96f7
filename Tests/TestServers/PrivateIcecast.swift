import Foundation
import Glibc

/// An Icecast server of a test's own.
///
/// A mount comes into being when a source feeds it: ``feed(_:to:as:)``.
package final class PrivateIcecast: Sendable {
    package let port: Int
    private let directory: String
    private let process: ServerProcess

    private static let password = "test"

    /// Starts a server, and returns once it answers. Blocks.
    ///
    /// A listener gets up to `burstByteCount` of the past at once.
    package init(burstByteCount: Int = 65_536) throws {
        port = freePort()
        directory = "/tmp/interlude-icecast-\(UUID().uuidString.prefix(8))"
        // The server may run as another user, who writes its logs there.
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        chmod(directory, 0o777)
        let configuration = "\(directory)/icecast.xml"
        try Self.configuration(port: port, directory: directory, burst: burstByteCount)
            .write(toFile: configuration, atomically: true, encoding: .utf8)
        process = ServerProcess(arguments: ["icecast2", "-c", configuration], environment: [:])
        try restart()
    }

    deinit {
        process.stop()
        // What cannot be removed is left to the system, which clears its own.
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// Whether the programs that a private server and its sources need are installed.
    package static var isInstalled: Bool {
        ["icecast2", "ffmpeg"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
        }
    }

    /// Starts the server again after ``kill()``, and returns once it answers. Blocks.
    ///
    /// Its mounts come back when their sources are started again.
    package func restart() throws {
        try process.start()
        try process.waitUntilReady { answer(to: "/status-json.xsl")?.contains(" 200 ") == true }
    }

    /// Ends the server as a crash would, its sources' connections too.
    package func kill() { process.stop() }

    package func address(of mount: String) -> String { "http://127.0.0.1:\(port)/\(mount)" }

    /// Feeds a mount with a file, over and over and at its own pace, until the source is stopped
    /// or let go of. Returns once the mount can be listened to. Blocks.
    package func feed(
        _ file: String, to mount: String, as form: IcecastSource.Form
    ) throws -> IcecastSource {
        let process = ServerProcess(
            arguments: ["ffmpeg", "-v", "error", "-nostdin", "-re", "-stream_loop", "-1"]
                + ["-i", file, "-c", "copy"] + form.arguments
                + ["icecast://source:\(Self.password)@127.0.0.1:\(port)/\(mount)"],
            environment: [:])
        let source = IcecastSource(process, of: self, mount: mount)
        try source.start()
        return source
    }

    /// Gives a mount another ICY title.
    package func setTitle(_ title: String, of mount: String) {
        let title = title.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        _ = answer(
            to: "/admin/metadata?mode=updinfo&mount=/\(mount)&song=\(title)",
            authorization: Data("source:\(Self.password)".utf8).base64EncodedString())
    }

    /// The status line that the server answers a request with; `nil` if there is no answer.
    func answer(to path: String, authorization: String? = nil) -> String? {
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let connection = socket(AF_INET, type, 0)
        defer { close(connection) }
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        setsockopt(
            connection, SOL_SOCKET, SO_RCVTIMEO, &patience,
            socklen_t(MemoryLayout<timeval>.size))
        let credentials = authorization.map { "Authorization: Basic \($0)\r\n" } ?? ""
        let request = "GET \(path) HTTP/1.0\r\n\(credentials)\r\n"
        guard connect(connection, toLoopbackPort: port),
            sendAll(Array(request.utf8), over: connection)
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = recv(connection, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}

extension PrivateIcecast {
    private static func configuration(port: Int, directory: String, burst: Int) -> String {
        // It refuses to serve as root.
        let owner = """
            <changeowner><user>icecast2</user><group>icecast</group></changeowner>
            """
        return """
            <icecast>
              <hostname>127.0.0.1</hostname>
              <limits>
                <clients>50</clients><sources>8</sources>
                <queue-size>\(max(524_288, burst * 2))</queue-size>
                <client-timeout>30</client-timeout><header-timeout>15</header-timeout>
                <source-timeout>10</source-timeout>
                <burst-on-connect>1</burst-on-connect><burst-size>\(burst)</burst-size>
              </limits>
              <authentication>
                <source-password>\(password)</source-password>
                <relay-password>\(password)</relay-password>
                <admin-user>admin</admin-user><admin-password>\(password)</admin-password>
              </authentication>
              <listen-socket>
                <port>\(port)</port><bind-address>127.0.0.1</bind-address>
              </listen-socket>
              <fileserve>0</fileserve>
              <paths>
                <basedir>/usr/share/icecast2</basedir>
                <logdir>\(directory)</logdir>
                <webroot>/usr/share/icecast2/web</webroot>
                <adminroot>/usr/share/icecast2/admin</adminroot>
              </paths>
              <logging>
                <accesslog>access.log</accesslog><errorlog>error.log</errorlog>
                <loglevel>2</loglevel>
              </logging>
              <security><chroot>0</chroot>\(getuid() == 0 ? owner : "")</security>
            </icecast>
            """
    }
}
