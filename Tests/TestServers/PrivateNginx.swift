import Foundation
import TestFiles

/// A test's own nginx, which serves the files of a folder.
package final class PrivateNginx: Sendable {
    package let port: Int
    private let folder: TemporaryFolder
    private let process: ServerProcess
    private let log = ProcessOutput()

    /// Serves the files in `served`, and returns once it listens. Blocks.
    package init(serving served: TemporaryFolder) throws {
        port = Int(freePort())
        folder = try TemporaryFolder()
        let configuration = folder.file("nginx.conf")
        try Self.configuration(port: port, serving: served.path, folder: folder.path)
            .write(toFile: configuration, atomically: true, encoding: .utf8)
        process = ServerProcess(
            arguments: ["nginx", "-e", "stderr", "-c", configuration, "-g", "daemon off;"],
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
        try process.start(errors: log)
        guard log.waitForLine(holding: "start worker process ", after: 0) else {
            throw ServerProcess.Failure.notReady(process.name, said: log.text)
        }
    }

    deinit { process.stop() }

    /// Whether the server is installed.
    package static var isInstalled: Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx")
    }

    package func address(of path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

    private static func configuration(port: Int, serving served: String, folder: String) -> String {
        let temporaryPaths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(folder)/\($0);"
        }
        return """
            \(getuid() == 0 ? "user root;" : "")
            pid \(folder)/pid;
            error_log stderr notice;
            worker_processes 1;
            events { worker_connections 256; }
            http {
              access_log off;
              sendfile on;
              types {
                application/vnd.apple.mpegurl m3u8; video/mp2t ts; video/mp4 mp4 m4s;
                audio/aac aac; audio/mpeg mp3;
              }
              \(temporaryPaths.joined(separator: "\n"))
              server {
                listen 127.0.0.1:\(port);
                root \(served);
                location ~ [.]m3u8$ { add_header Cache-Control no-cache; }
              }
            }
            """
    }
}
