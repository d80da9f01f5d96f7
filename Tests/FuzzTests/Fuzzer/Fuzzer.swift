import Glibc

/// `InterludeFuzz --target=TARGET [OPTION...] FOLDER...` passes a target to libFuzzer, with its
/// options. `InterludeFuzz list` prints the targets, `InterludeFuzz words --target=TARGET` a
/// dictionary.
@main
enum Fuzzer {
    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "list": for target in fuzzTargets { print(target.name) }
        case "words": for word in target.words { print(quoted(word)) }
        default: run(target)
        }
    }

    /// libFuzzer ignores arguments with `--`, and passes them to the processes that it starts.
    private static var target: any FuzzTarget.Type {
        let option = "--target="
        let name = CommandLine.arguments.first { $0.hasPrefix(option) }?.dropFirst(option.count)
        if let target = fuzzTarget(named: String(name ?? "")) { return target }
        let names = fuzzTargets.map { $0.name }.joined(separator: ", ")
        StandardError.write("there is no target '\(name ?? "")'; use one of \(names)\n")
        exit(64)
    }

    /// `"word"` in the format of libFuzzer's dictionaries.
    private static func quoted(_ word: String) -> String {
        let characters = word.utf8.map { byte in
            let isPlain = (0x20..<0x7F).contains(byte) && byte != 0x22 && byte != 0x5C
            let digits = String(UInt16(byte) + 0x100, radix: 16).dropFirst()
            return isPlain ? String(Unicode.Scalar(byte)) : "\\x" + digits
        }
        return "\"" + characters.joined() + "\""
    }

    private static func run(_ target: any FuzzTarget.Type) {
        FuzzedInput.target = target
        FuzzedInput.boundMemory()
        var count = CommandLine.argc
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
            CommandLine.unsafeArgv
        exit(runDriver(&count, &arguments) { FuzzedInput.run($0, $1) })
    }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
