//! Reads instances from files: finds the files that are instances, and determines their formats.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::instance::Instance;
use super::text::read_text;
use super::{cordeau, li_lim, rifki, solomon, taillard, vrplib};

/// The endings of instances, the longest first. Each may be followed by `.gz`.
const ENDINGS: &[&str] = &[RIFKI_ENDING, ".vrp", ".txt"];
const RIFKI_ENDING: &str = ".vrp.json";
const ARRIVALS_ENDINGS: &[&str] = &[".atf.json.gz", ".atf.json"];

/// Reads an instance. Its name is the file name without endings.
///
/// # Errors
/// The error names the file, and the position of what is wrong or not understood.
pub(crate) fn read(path: &Path) -> Result<Instance> {
    let instance = read_text(path).and_then(|text| parse(path, &text)).and_then(Instance::checked);
    instance.with_context(|| format!("{} cannot be read", path.display()))
}

/// Returns the file itself, or all instances in and below the folder, sorted by path.
///
/// # Errors
/// A folder cannot be listed.
pub(crate) fn find(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries =
        fs::read_dir(path).with_context(|| format!("{} cannot be listed", path.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?.path();
        if entry.is_dir() {
            found.extend(find(&entry)?);
        } else if name(&entry).is_some() {
            found.push(entry);
        }
    }
    found.sort();
    Ok(found)
}

fn parse(path: &Path, text: &str) -> Result<Instance> {
    let full_name = file_name(path);
    let name = name(path).unwrap_or(&full_name).to_owned();
    let is_of = |ending| full_name.trim_end_matches(".gz").ends_with(ending);
    if is_of(RIFKI_ENDING) {
        let files =
            ARRIVALS_ENDINGS.iter().map(|ending| path.with_file_name(format!("{name}{ending}")));
        let file = files.into_iter().find(|file| file.exists());
        let file = file.with_context(|| format!("{name}.atf.json.gz should lie beside it"))?;
        return rifki::parse(&name, text, &read_text(&file)?);
    }
    let has_line = |is: &dyn Fn(&str) -> bool| text.lines().any(|line| is(line.trim()));
    if has_line(&|line| line.starts_with(vrplib::MARK)) {
        vrplib::parse(&name, text)
    } else if has_line(&|line| line == solomon::MARK) {
        solomon::parse(&name, text)
    } else if text.trim_start().starts_with(taillard::MARK) {
        taillard::parse(&name, text)
    } else if li_lim::is_li_lim(text) {
        li_lim::parse(&name, text)
    } else {
        cordeau::parse(&name, text)
    }
}

/// Returns the file name without the ending of an instance, or `None` if it has no such ending.
fn name(path: &Path) -> Option<&str> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_suffix(".gz").unwrap_or(name);
    ENDINGS.iter().find_map(|ending| name.strip_suffix(ending))
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs::File;
    use std::io::Write;
    use std::process;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    const CORDEAU: &str = "0 1 1 1\n0 9\n0 0 0 0 0 0 0\n1 3 4 0 5 1 0\n";

    /// A temporary folder of one test, removed when the test ends.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = env::temp_dir().join(format!("route-engine-{name}-{}", process::id()));
            fs::create_dir_all(path.join("below")).unwrap();
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn gzipped_files_and_folders_are_read() {
        let folder = Folder::new("read");
        let file = File::create(folder.0.join("below/b.txt.gz")).unwrap();
        let mut zip = GzEncoder::new(file, Compression::fast());
        zip.write_all(CORDEAU.as_bytes()).unwrap();
        zip.finish().unwrap();
        fs::write(folder.0.join("c.txt"), CORDEAU).unwrap();
        fs::write(folder.0.join("bks.json"), "{}").unwrap();
        let found = find(&folder.0).unwrap();
        let names: Vec<_> = found.iter().map(|path| read(path).unwrap().name).collect();
        assert_eq!(names, ["b", "c"]);
    }

    #[test]
    fn a_broken_file_is_named() {
        let folder = Folder::new("broken");
        for (name, bytes, fault) in [
            ("a.txt.gz", &b"\x1f\x8b\x08\x00broken"[..], "its gzip stream is broken"),
            ("b.txt", b"", "the head should follow"),
            ("c.vrp.json", b"{}", "c.atf.json.gz should lie beside it"),
            ("d.vrp", b"DIMENSION : 2\nEOF\n", "EDGE_WEIGHT_TYPE is missing"),
            ("e.txt", b"0 1 1 1\n0 9\n0 0 0 0 0 0 0\n1 3 4 0 -5 1 0\n", "negative load"),
        ] {
            let path = folder.0.join(name);
            fs::write(&path, bytes).unwrap();
            let error = format!("{:#}", read(&path).unwrap_err());
            assert!(error.contains(name) && error.contains(fault), "{error}");
        }
        assert!(read(&folder.0.join("none.txt")).is_err());
    }
}
