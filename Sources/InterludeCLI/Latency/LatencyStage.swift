import AudioSinks

/// Where is measured: the sink, the server, and the sounds.
struct LatencyStage: Sendable {
    /// The server's address.
    let server: String
    let sinkName: String
    let files: LatencyFiles
    /// This command's program.
    var program = ChildProcess.ownProgram

    /// What the processes find that are started to be measured. Their control sockets are in a
    /// folder of their own, which may be where the server's address would be looked for.
    var environment: [String: String] {
        ["XDG_RUNTIME_DIR": files.folder, "PULSE_SERVER": server]
    }

    /// How they play: to the sink, at the default buffer, and so that nothing of a held stream is
    /// left out.
    var playOptions: [String] {
        [
            "--sink", "pulse:\(sinkName)", "--break", "hold", "--resume", "continue",
            "--match-loudness", "off",
        ]
    }

    /// The same without ramps, so that every frame says what it is.
    var exactOptions: [String] { playOptions + ["--fade", "0ms"] }
}
