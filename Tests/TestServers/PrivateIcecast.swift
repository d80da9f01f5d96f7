import Foundation
import Glibc
import TestFiles

/// A test's own Icecast server.
///
/// A source's feed creates a mount: ``feed(_:to:as:)``.
package final class PrivateIcecast: Sendable {
    package let port: Int
    /// The port for TLS, if it has a certificate.
    package let securePort: Int?
    private let folder: TemporaryFolder
    private let process: ServerProcess
    private let log = ProcessOutput()

    private static let password = "test"

    /// Starts a server, and returns once it listens. Blocks.
    ///
    /// A listener gets up to `burstByteCount` of the past at once.
    package init(burstByteCount: Int = 65_536, certificate: Certificate? = nil) throws {
        port = freePort()
        let secure = certificate.map { (port: Int(freePort()), certificate: $0.keyedFile) }
        securePort = secure?.port
        folder = try TemporaryFolder()
        let configuration = "\(folder.path)/icecast.xml"
        try Self.configuration(port: port, folder: folder.path, burst: burstByteCount, secure)
            .write(toFile: configuration, atomically: true, encoding: .utf8)
        process = ServerProcess(arguments: ["icecast2", "-c", configuration], environment: [:])
        try restart()
    }

    deinit { process.stop() }

    /// Whether the programs that a private server and its sources need are installed.
    package static var isInstalled: Bool {
        ["icecast2", "ffmpeg"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
        }
    }

    /// Starts the server again after ``kill()``, and returns once it listens. Blocks.
    ///
    /// Its mounts return when their sources are started again.
    package func restart() throws {
        try waitForLog("server started") { try process.start(errors: log) }
    }

    /// Ends the server as a crash would, its sources' connections too.
    package func kill() { process.stop() }

    /// Runs `start`, and returns once the mount that it creates is available.
    func waitForMount(_ mount: String, after start: () throws -> Void) throws {
        // A listener who reconnects may be there before the first count is logged, which is then 1.
        try waitForLog("listener count on /\(mount) now ", after: start)
    }

    /// Runs `stop`, and returns once the mount that it removes is gone.
    func waitForEnd(of mount: String, after stop: () -> Void) throws {
        // A server that is gone has no mounts.
        guard process.isRunning else { return stop() }
        try waitForLog("\"PUT /\(mount) HTTP", after: stop)
    }

    /// Runs `act`, and returns once a line that contains `words` has been logged since then.
    private func waitForLog(_ words: String, after act: () throws -> Void) throws {
        let byteCount = log.bytes.count
        try act()
        guard log.waitForLine(holding: words, after: byteCount) else {
            throw ServerProcess.Failure.notReady(process.name, said: log.text)
        }
    }

    /// The address of a mount for its source, with the name and the password.
    package func sourceAddress(of mount: String, password: String? = nil) -> String {
        "http://source:\(password ?? Self.password)@127.0.0.1:\(port)/\(mount)"
    }

    package func address(of mount: String) -> String { "http://127.0.0.1:\(port)/\(mount)" }

    /// Feeds a mount with a file in a loop, in real time or faster by a factor, until the source is
    /// stopped or released. Returns once the mount is available. Blocks.
    ///
    /// The first four seconds are sent at once, so that a listener gets the past of a station that
    /// has been on the air for a while.
    package func feed(
        _ file: String, to mount: String, as form: IcecastSource.Form, timesFaster: Int = 1
    ) throws -> IcecastSource {
        let process = ServerProcess(
            // Audio before time 0 is sent at once.
            arguments: ["ffmpeg", "-v", "error", "-nostdin", "-readrate", "\(timesFaster)"]
                + [
                    "-stream_loop", "-1", "-itsoffset", "-4", "-i", file, "-c", "copy",
                    "-avoid_negative_ts", "make_zero",
                ]
                + form.arguments
                + ["icecast://source:\(Self.password)@127.0.0.1:\(port)/\(mount)"],
            environment: [:])
        let source = IcecastSource(process, of: self, mount: mount)
        try source.start()
        return source
    }

    /// Sets the ICY title of a mount, and returns whether the server accepted it. Blocks.
    package func setTitle(_ title: String, of mount: String) -> Bool {
        let title = title.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let credentials = Data("source:\(Self.password)".utf8).base64EncodedString()
        let answer = answer(
            to: "/admin/metadata?mode=updinfo&mount=/\(mount)&song=\(title)",
            authorization: "Basic \(credentials)")
        return answer?.contains(" 200 ") == true
    }

    /// The status line of the server's response to a request; `nil` if there is none.
    private func answer(to path: String, authorization: String) -> String? {
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let connection = socket(AF_INET, type, 0)
        defer { close(connection) }
        var timeLimit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(
            connection, SOL_SOCKET, SO_RCVTIMEO, &timeLimit,
            socklen_t(MemoryLayout<timeval>.size))
        let request = "GET \(path) HTTP/1.0\r\nAuthorization: \(authorization)\r\n\r\n"
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
    private static func configuration(
        port: Int, folder: String, burst: Int, _ secure: (port: Int, certificate: String)?
    ) -> String {
        let secureSocket = secure.map {
            """
            <listen-socket>
              <port>\($0.port)</port><bind-address>127.0.0.1</bind-address><ssl>1</ssl>
            </listen-socket>
            """
        }
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
              \(secureSocket ?? "")
              <fileserve>0</fileserve>
              <paths>
                <basedir>/usr/share/icecast2</basedir>
                <logdir>\(folder)</logdir>
                <webroot>/usr/share/icecast2/web</webroot>
                <adminroot>/usr/share/icecast2/admin</adminroot>
                <ssl-certificate>\(secure?.certificate ?? "")</ssl-certificate>
              </paths>
              <logging>
                <accesslog>-</accesslog><errorlog>-</errorlog><loglevel>3</loglevel>
              </logging>
              <security><chroot>0</chroot>\(getuid() == 0 ? owner : "")</security>
            </icecast>
            """
    }
}
