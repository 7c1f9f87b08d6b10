"""A folder in a working tree → git's own folder, and what git knows of the files: asked only, never written."""

from editapply.git.commands import Version, tracked_files, versions
from editapply.git.folder import find_git_folder, is_git_folder, is_git_folder_around

__all__ = ["Version", "find_git_folder", "is_git_folder", "is_git_folder_around", "tracked_files", "versions"]
