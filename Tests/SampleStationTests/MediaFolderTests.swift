import Foundation
import MediaTime
import SampleStation
import TestFiles
import Testing

@Suite("Media folder") struct MediaFolderTests {
    @Test("is found above the executable or the working directory, and by the environment")
    func search() throws {
        let below = Samples.path + "/spots"
        let found = try MediaFolder.find(
            environment: [:], executable: "/nowhere/bin/interlude", workingDirectory: below)
        #expect(found.manifest.spots.count == 5)
        let beside = try MediaFolder.find(
            environment: [:], executable: below + "/interlude", workingDirectory: "/")
        #expect(beside.manifest.name == found.manifest.name)
        let named = try MediaFolder.find(
            environment: ["INTERLUDE_MEDIA": Samples.path], executable: "/", workingDirectory: "/")
        #expect(named.path == Samples.path)
    }

    @Test(
        "is found whatever the folders are called",
        arguments: ["My Music", "Hafen Süd", "50% off", "a?b#c"])
    func names(name: String) throws {
        let folder = try TemporaryFolder()
        let above = folder.file(name)
        try FileManager.default.createDirectory(
            atPath: above + "/bin", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: above + "/SampleMedia", withDestinationPath: Samples.path)
        let beside = try MediaFolder.find(
            environment: [:], executable: above + "/bin/interlude", workingDirectory: "/")
        #expect(beside.path == above + "/SampleMedia")
        let below = try MediaFolder.find(
            environment: [:], executable: "/nowhere/interlude", workingDirectory: above + "/bin")
        #expect(below.path == above + "/SampleMedia")
    }

    @Test("says where it looked, and what is wrong with the files there")
    func errors() throws {
        #expect(throws: MediaError.self) {
            try MediaFolder.find(environment: [:], executable: "/b/i", workingDirectory: "/")
        }
        #expect(throws: MediaError.noManifest(folder: "/nowhere")) {
            try MediaFolder.find(
                environment: ["INTERLUDE_MEDIA": "/nowhere"], executable: "/", workingDirectory: "/"
            )
        }
        let folder = try TemporaryFolder()
        try folder.write(#"{"name": 1}"#.utf8, to: "station.json")
        #expect(throws: MediaError.self) { try MediaFolder(path: folder.path) }
    }

    @Test("knows which programme is on at a time")
    func titles() throws {
        let programme = try Samples.folder().manifest.programme
        for title in programme.titles {
            #expect(
                programme.title(at: Duration(clamping: title.start, to: .session)) == title.title)
        }
        #expect(programme.title(at: .seconds(1000)) == programme.titles.last?.title)
    }
}
