import ArgumentParser
import TestFiles
import Testing

@testable import InterludeCLI

@Suite("A settings file")
struct SettingsFileTests {
    @Test("names options as the command line does, and the source")
    func settings() throws {
        let file = try read(
            """
            # a shop
            source: http://a.example/live
            sink: pulse
            give-up: 0
            push:
              - 0s=a.mp3
              - 5m=b.mp3
            volume: -6dB
            strict: true
            verbose: false
            no-mpris: true
            """)
        #expect(
            file.settings == [
                .init(name: "source", line: 2, arguments: ["http://a.example/live"]),
                .init(name: "sink", line: 3, arguments: ["--sink=pulse"]),
                .init(name: "give-up", line: 4, arguments: ["--give-up=0"]),
                .init(name: "push", line: 6, arguments: ["--push=0s=a.mp3"]),
                .init(name: "push", line: 7, arguments: ["--push=5m=b.mp3"]),
                .init(name: "volume", line: 8, arguments: ["--volume=-6dB"]),
                .init(name: "strict", line: 9, arguments: ["--strict"]),
                .init(name: "verbose", line: 10, arguments: []),
                .init(name: "no-mpris", line: 11, arguments: ["--no-mpris"]),
            ])
    }

    @Test(
        "names files beside it, in whichever folder the player runs",
        arguments: [
            ("source: a.mp3", "/etc/x/a.mp3"), ("source: ../a.mp3", "/etc/x/../a.mp3"),
            ("source: /a.mp3", "/a.mp3"), ("source: http://a/b", "http://a/b"),
            ("source: \"-\"", "-"), ("source: a.example:80/b", "a.example:80/b"),
            ("home: a.mp3", "--home=/etc/x/a.mp3"),
            ("sink: wav:a.wav", "--sink=wav:/etc/x/a.wav"), ("sink: pulse:a", "--sink=pulse:a"),
            ("sink: wav16:/a.wav", "--sink=wav16:/a.wav"),
            ("sink: hls:/a?form=aac", "--sink=hls:/a?form=aac"),
            ("web-token-file: token", "--web-token-file=/etc/x/token"),
            ("events: \"-\"", "--events=-"), ("events: log.jsonl", "--events=/etc/x/log.jsonl"),
            ("header: \"@names\"", "--header=@/etc/x/names"), ("header: \"a: b\"", "--header=a: b"),
            ("push: 0s=a.mp3,http://a/b", "--push=0s=/etc/x/a.mp3,http://a/b"),
            ("push: 0s=a.mp3,b.json", "--push=0s=/etc/x/a.mp3,/etc/x/b.json"),
            ("push: a.mp3", "--push=a.mp3"), ("fill: a.mp3", "--fill=/etc/x/a.mp3"),
            ("bumper-in: a.mp3", "--bumper-in=/etc/x/a.mp3"),
            ("slate: a.mp3", "--slate=/etc/x/a.mp3"),
            ("volume: 0.5", "--volume=0.5"), ("web-token: abc", "--web-token=abc"),
        ])
    func folder(line: String, argument: String) throws {
        let file = try SettingsFile(Array(line.utf8), path: "/etc/x/config.yaml")
        #expect(file.settings.first?.arguments == [argument])
    }

    @Test(
        "in the present folder, or from a pipe of the shell, names files as they are typed",
        arguments: ["config.yaml", "/dev/fd/63", "/dev/stdin", "/proc/self/fd/3"])
    func here(path: String) throws {
        let file = try SettingsFile(Array("source: a.mp3".utf8), path: path)
        #expect(file.settings.first?.arguments == ["a.mp3"])
    }

    @Test("names one spot if there is a file with commas in its name")
    func commas() throws {
        let folder = try TemporaryFolder()
        let spot = try folder.write([], to: "a,b.mp3")
        let file = try SettingsFile(
            Array("push: 0s=a,b.mp3".utf8), path: folder.file("config.yaml"))
        #expect(file.settings.first?.arguments == ["--push=0s=\(spot)"])
    }

    @Test("can set every option of play but those about the command line itself")
    func everyOption() throws {
        let typedOnly: Set = ["config", "help", "version"]
        for name in OptionCatalogue.play.options.keys where !typedOnly.contains(name) {
            let value = OptionCatalogue.play.options[name]?.kind == .flag ? "true" : "x"
            #expect(try read("\(name): \(value)").settings.first?.name == name)
        }
        #expect(Set(OptionCatalogue.play.settableNames).isDisjoint(with: typedOnly))
        #expect(OptionCatalogue.play.options.count > 30)
    }

    @Test("may be empty", arguments: ["", "# nothing\n"])
    func empty(text: String) throws {
        #expect(try read(text).settings.isEmpty)
    }

    @Test(
        "with a mistake is refused with the line and what to write",
        arguments: [
            ("sink: pulse\nsnik: null", "line 2: there is no option 'snik'; did you mean 'sink'?"),
            (
                "wavelength: 3",
                "line 1: there is no option 'wavelength'; 'interlude play --help' lists them"
            ),
            ("help: true", "line 1: there is no option 'help'; 'interlude play --help' lists them"),
            (
                "config: other",
                "line 1: there is no option 'config'; 'interlude play --help' lists them"
            ),
            (
                "\nstrict: yes",
                "line 2: \"strict\" is on or off; write true or false"
            ),
            ("sink:", "line 1: \"sink\" has no value; write one, or remove it"),
            ("sink:\n  - null\n", "line 2: \"sink\" has one value, not a list of them"),
            (
                "header:\n  - Cookie: a",
                "line 2: \"header\" has a text as its value; quote it if it has ': '"
            ),
            (
                "- sink: null",
                "line 1: there are no settings; write one per line, as in 'sink: pulse'"
            ),
            ("sink: a\nsink: b", "line 2: \"sink\" is there twice; keep one"),
        ])
    func mistakes(text: String, line: String) {
        #expect(throws: CommandError(.unreadableInput, "c.yaml: \(line)")) { try read(text) }
    }

    @Test(
        "is checked as play would read it",
        arguments: [
            ("give-up: 0\nduration: soon", "c.yaml: line 2: "),
            ("sink: null\nsource: ''", "c.yaml: line 2: "),
            ("web: 8080\nclock: virtual", "c.yaml: --web does not work with --clock virtual"),
            (
                "remember: true\nschedule: http://a/\nsource: http://b/",
                "c.yaml: --remember does not work with --schedule"
            ),
            (
                "remember: true\nschedule: http://a/",
                "c.yaml: --remember does not work with --schedule"
            ),
        ])
    func checked(text: String, beginning: String) throws {
        let error = #expect(throws: CommandError.self) {
            if let mistake = try mistakes(text).first { throw mistake.error }
        }
        #expect(error?.description.hasPrefix(beginning) == true, "\(error as Any)")
        #expect(error?.status == .unreadableInput)
    }

    @Test("is checked to its end, and each mistake has its line")
    func allMistakes() throws {
        let mistakes = try mistakes(
            """
            duration: soon
            snik: null
            strict: yes
            push:
              - 0s=a.mp3
              - never=b.mp3
              - - c.mp3
            fade: 8ms
            source: ''
            """)
        #expect(mistakes.map(\.line) == [1, 2, 3, 6, 7, 9])
        for mistake in mistakes {
            #expect(mistake.error.description.hasPrefix("c.yaml: line \(mistake.line): "))
        }
    }

    @Test(
        "has the same mistakes for play as for the check, whether it can be read or not",
        arguments: [
            "duration: soon\nsink: null\nfade: never\nsource: http://a/",
            "duration: soon\nsnik: null\nfade: never\nsource: http://a/",
            "duration: soon\nsnik: null",
        ])
    func sameMistakes(text: String) throws {
        let checked = try mistakes(text).map(\.error.description)
        #expect(checked.count > 1)
        let error = #expect(throws: CommandError.self) {
            let arguments = ConfiguredArguments(["play"], try read(text))
            do {
                _ = try InterludeCommand.parseAsRoot(arguments.all)
            } catch {
                if let mistake = arguments.mistake(error) { throw mistake }
                throw error
            }
        }
        #expect(error.map { $0.earlier + [$0.description] } == checked)
    }

    @Test(
        "with settings that do not work together is refused with its name, by play as by the check",
        arguments: [
            ("web: 8080\nweb-token: abcdefghijklmnop\nweb-token-file: t", "leave one out"),
            ("clock: virtual\nsink: pulse", "clock"),
            ("clock: virtual\nnow-playing: http://a.example/n", "needs the real clock"),
        ])
    func together(text: String, words: String) throws {
        let file = try read("source: http://a.example/\n\(text)")
        let checked = #expect(throws: CommandError.self) { try file.mistakes() }
        let played = #expect(throws: CommandError.self) {
            let arguments = ConfiguredArguments(["play"], file)
            let command: any ParsableCommand
            do {
                command = try InterludeCommand.parseAsRoot(arguments.all)
            } catch {
                throw arguments.mistake(error) ?? error
            }
            try arguments.checkCombinations(of: command)
        }
        for error in [checked, played] {
            #expect(error?.status == .unreadableInput)
            #expect(error?.description.hasPrefix("c.yaml: ") == true)
            #expect(error?.description.contains(words) == true)
            #expect(error?.description.contains("needs a page") == false)
        }
    }

    @Test("does not have the mistake if something typed causes it")
    func typed() throws {
        let file = try read("source: http://a.example/\nclock: virtual")
        let arguments = ConfiguredArguments(["play", "--now-playing", "http://a.example/n"], file)
        try arguments.checkCombinations(of: InterludeCommand.parseAsRoot(arguments.all))
    }

    @Test("without mistakes passes the check, with a source or without")
    func passes() throws {
        #expect(try mistakes("give-up: 0").isEmpty)
        #expect(try mistakes("resume: live").isEmpty)
        #expect(try mistakes("start: 5s").isEmpty)
        #expect(
            try mistakes("clock: virtual\nnetwork-delay: 1s\nsource: http://a.example/").isEmpty)
    }

    @Test(
        "has its default place in the folder for settings",
        arguments: [
            (["HOME": "/srv/a"], "/srv/a/.config/interlude/config.yaml"),
            (["HOME": "/srv/a", "XDG_CONFIG_HOME": "/etc/x"], "/etc/x/interlude/config.yaml"),
            (
                ["HOME": "/srv/a", "XDG_CONFIG_HOME": "relative"],
                "/srv/a/.config/interlude/config.yaml"
            ),
            ([:], nil),
        ])
    func defaultPlace(environment: [String: String], path: String?) {
        #expect(SettingsFile.defaultPath(environment) == path)
    }

    private func mistakes(_ text: String) throws(CommandError) -> [SettingsFile.Mistake] {
        let (file, unread) = try SettingsFile.read(Array(text.utf8), path: "c.yaml")
        return try file.mistakes(besides: unread)
    }

    private func read(_ text: String) throws(CommandError) -> SettingsFile {
        try SettingsFile(Array(text.utf8), path: "c.yaml")
    }
}
