import Foundation
import Mutating

// usage: rewrite FOLDER OMITTED: rewrites the Swift files in FOLDER, adds the switchboard to them, and
// prints the mutants as JSON. OMITTED names a file with the numbers of the mutants to leave out.
guard CommandLine.arguments.count == 3 else {
    FileHandle.standardError.write(Data("usage: rewrite FOLDER OMITTED\n".utf8))
    exit(64)
}
let folder = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
let numbers = try String(contentsOf: URL(filePath: CommandLine.arguments[2]), encoding: .utf8)
let omitted = Set(numbers.split(whereSeparator: \.isWhitespace).compactMap { Int($0) })
let names = (FileManager.default.enumerator(atPath: folder.path())?.allObjects ?? [])
    .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()

var mutants: [Mutant] = []
for name in names {
    let file = folder.appending(path: name)
    let rewritten = Rewriter.rewrite(
        try String(contentsOf: file, encoding: .utf8), file: name, first: mutants.count + 1,
        omitting: omitted)
    mutants += rewritten.mutants
    try rewritten.source.write(to: file, atomically: true, encoding: .utf8)
}
try switchboard.write(
    to: folder.appending(path: "Switchboard.swift"), atomically: true, encoding: .utf8)
let encoder = JSONEncoder()
encoder.outputFormatting = .sortedKeys
FileHandle.standardOutput.write(try encoder.encode(mutants))
