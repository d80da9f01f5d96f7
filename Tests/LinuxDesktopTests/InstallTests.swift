import Foundation
import TestFiles
import TestServers
import Testing

/// The files that `tools/install` installs.
@Suite("What is installed")
struct InstallTests {
    private let folder: TemporaryFolder
    private var prefix: String { folder.path }
    private var manual: String { "\(prefix)/share/man/man1/interlude.1" }

    init() throws {
        folder = try TemporaryFolder()
        try Install.run(["--prefix", folder.path, "--binary", DesktopPlayer.executable])
            .successful()
    }

    private static func isInstalled(_ program: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
    }

    /// The files below `folder`, without those of the sample media.
    private static func files(in folder: String) throws -> [String] {
        let found = try Command(["find", folder, "-type", "f", "-printf", "%P\\n"]).output
        return found.split(separator: "\n").map(String.init)
            .filter { !$0.contains("SampleMedia") }.sorted()
    }

    @Test("is exactly the list of files, and is removed again")
    func uninstall() throws {
        #expect(
            try Self.files(in: prefix) == [
                "bin/interlude", "share/bash-completion/completions/interlude",
                "share/fish/vendor_completions.d/interlude.fish", "share/interlude/config.yaml",
                "share/man/man1/interlude.1", "share/systemd/user/interlude.service",
                "share/zsh/site-functions/_interlude",
            ])
        try folder.write("theirs".utf8, to: "bin/other")
        try Install.run(["--uninstall", "--prefix", prefix]).successful()
        #expect(try Self.files(in: prefix) == ["bin/other"])
    }

    @Test("a package is built below a folder that its files do not mention")
    func destination() throws {
        let arguments = ["--prefix", "/usr", "--binary", DesktopPlayer.executable]
        try Install.run(arguments + ["--destdir", "\(prefix)/package"]).successful()
        let unit = try String(
            contentsOfFile: "\(prefix)/package/usr/share/systemd/user/interlude.service",
            encoding: .utf8)
        #expect(unit.contains("\nExecStart=/usr/bin/interlude play "))
        #expect(!unit.contains(prefix))
    }

    @Test(
        "the settings file of each service has no mistakes, and names an output to wait for",
        arguments: [false, true])
    func settings(isOfMachine: Bool) throws {
        let file =
            isOfMachine
            ? "\(Install.home)/tools/package.d/config.yaml"
            : "\(prefix)/share/interlude/config.yaml"
        let output = isOfMachine ? "alsa" : "pulse"
        #expect(
            try String(contentsOfFile: file, encoding: .utf8).contains("\nsink: \(output)\n"))
        let run = try Command(["\(prefix)/bin/interlude", "config", "check", file])
        #expect(run.status == 0)
        #expect(run.output.hasSuffix("4 settings, no mistakes\n"))
    }

    @Test("the station finds its media, wherever it is started")
    func media() throws {
        let station = ServerProcess(arguments: [
            "env", "-C", "/", "\(prefix)/bin/interlude", "station", "--json", "--port", "0",
        ])
        let output = ProcessOutput()
        try station.start(output: output)
        defer { station.stop() }
        let answer = output.wait(within: .seconds(20)) { $0.firstRange(of: Data("\n".utf8)) }
        #expect(answer != nil)
        #expect(output.text.contains("ferry.mp3"))
    }

    @Test(
        "systemd finds nothing wrong with the service of a session, and that of a machine",
        .enabled(if: isInstalled("systemd-analyze")), arguments: ["--user", "--system"])
    func unit(manager: String) throws {
        var unit = "\(prefix)/share/systemd/user/interlude.service"
        if manager == "--system" {
            let text = try String(
                contentsOfFile: "\(Install.home)/tools/package.d/interlude.service", encoding: .utf8
            )
            let installed = text.replacing("=/usr/bin/", with: "=\(prefix)/bin/")
            unit = try folder.write(installed.utf8, to: "interlude.service")
        }
        let run = try Command(
            ["systemd-analyze", "verify", manager, unit],
            environment: ["XDG_RUNTIME_DIR": prefix, "MANPATH": "\(prefix)/share/man"])
        #expect(run.status == 0)
        #expect(run.errors == "")
    }

    @Test("the service starts again after every end but a mistake in its options, without limit")
    func restarts() throws {
        let unit = try String(
            contentsOfFile: "\(prefix)/share/systemd/user/interlude.service", encoding: .utf8)
        let lines = unit.split(separator: "\n")
        for line in [
            "Restart=always", "StartLimitIntervalSec=0", "RestartPreventExitStatus=64",
            "ExecStart=\(prefix)/bin/interlude play --config %E/interlude/config.yaml",
        ] {
            #expect(lines.contains(line[...]), "\(line)")
        }
    }

    @Test("mandoc finds nothing wrong with the manual page", .enabled(if: isInstalled("mandoc")))
    func manualPage() throws {
        let run = try Command(["mandoc", "-T", "lint", "-W", "warning", manual])
        #expect(run.status == 0)
        #expect(run.output + run.errors == "")
    }

    @Test("the manual page has every command and every option", .enabled(if: isInstalled("mandoc")))
    func manualContents() throws {
        let page = try Command(["mandoc", "-T", "ascii", manual]).output.replacing(
            /.\u{8}/, with: "")
        let help = try Command([DesktopPlayer.executable, "--experimental-dump-help"]).output
        let names = help.matches(of: /"name" ?: ?"([a-z-]{2,})"/).map { "--\($0.1)" }
        #expect(names.count > 30)
        for name in Set(names).subtracting(["--help", "--version"]) {
            #expect(page.contains(name))
        }
        for command in help.matches(of: /"commandName" ?: ?"([a-z-]+)"/).map(\.1) {
            #expect(page.contains(command))
        }
    }

    /// A shell, a request for completions, and the expected reply.
    struct Shell: Sendable {
        var name: String
        var file: String
        var preparation = ""
        var question: String
        var answer: String

        static let all = [
            Shell(
                name: "bash", file: "bash-completion/completions/interlude",
                question: """
                    COMP_WORDS=(interlude pl) COMP_CWORD=1 COMP_LINE='interlude pl' COMP_POINT=12
                    _interlude interlude pl interlude
                    echo "${COMPREPLY[@]}"
                    """,
                answer: "play\n"),
            Shell(
                name: "fish", file: "fish/vendor_completions.d/interlude.fish",
                question: "complete -C 'interlude pl'",
                answer: "play\tPlays a live stream or a file with its ad breaks.\n"),
            Shell(
                name: "zsh", file: "zsh/site-functions/_interlude",
                preparation: "autoload -U compinit; compinit -u -D",
                question: "print $_comps[interlude]",
                answer: "_interlude\n"),
        ]
    }

    @Test("each shell completes commands", arguments: Shell.all.filter { isInstalled($0.name) })
    func completions(shell: Shell) throws {
        let script = "\(shell.preparation)\nsource \(prefix)/share/\(shell.file)\n\(shell.question)"
        let run = try Command([shell.name, "-c", script], environment: ["HOME": prefix])
        #expect(run.errors == "")
        #expect(run.output == shell.answer)
    }
}
